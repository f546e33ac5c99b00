-- What every sale, every hold of a waiting list and every seat of many holds in one act asks for: the
-- same answers, from plans that are kept. (A function in SQL is planned anew at each call.)

CREATE OR REPLACE FUNCTION loge.tell(of_house integer, of_kind smallint, of_show integer,
    of_subject uuid, whom text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.outbox (house, id, way, kind, show_no, subject, addressee, made_at, tx, due_at)
    SELECT of_house, gen_random_uuid(), w.no, of_kind, of_show, of_subject,
        CASE WHEN w.channel = 0 THEN whom ELSE '' END, loge.now_ms(),
        pg_current_xact_id()::text::bigint + loge.event_base(), loge.now_ms()
    FROM loge.post_way AS w
    WHERE w.house = of_house AND w.ended_at = 0 AND (w.channel = 1 OR whom <> '')
    ON CONFLICT DO NOTHING;
END
$$;

-- Seats are held for people who waited (3): for as many as one act offers them, at once.
DROP TRIGGER tell_offered ON loge.waitlist;
DROP FUNCTION loge.tell_waiter();
CREATE FUNCTION loge.tell_waiters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.outbox (house, id, way, kind, show_no, subject, addressee, made_at, tx, due_at)
    SELECT n.house, gen_random_uuid(), w.no, 3, n.show_no, n.id,
        CASE WHEN w.channel = 0 THEN n.email ELSE '' END, loge.now_ms(),
        pg_current_xact_id()::text::bigint + loge.event_base(), loge.now_ms()
    FROM now_waiting AS n
    JOIN was_waiting AS o ON o.house = n.house AND o.id = n.id
    JOIN loge.post_way AS w ON w.house = n.house
    WHERE n.status = 1 AND o.status <> 1 AND w.ended_at = 0
        AND (w.channel = 1 OR n.email <> '')
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER tell_offered AFTER UPDATE ON loge.waitlist
    REFERENCING OLD TABLE AS was_waiting NEW TABLE AS now_waiting
    FOR EACH STATEMENT EXECUTE FUNCTION loge.tell_waiters();

-- May a seat go into a hold that was there before, or into one of several new ones?
CREATE OR REPLACE FUNCTION loge.judge_into(me loge.doer, hold_id uuid, of_show integer,
    new_holds loge.hold_row[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    r loge.hold_row;
BEGIN
    FOREACH r IN ARRAY coalesce(new_holds, '{}') LOOP
        IF r.id = hold_id AND r.show_no = of_show THEN
            RETURN 0;
        END IF;
    END LOOP;
    IF EXISTS (SELECT 1 FROM loge.hold AS h WHERE h.house = me.house AND h.id = hold_id
            AND h.show_no = of_show AND h.status IN (0, 1) AND h.holder = me.name) THEN
        RETURN 0;
    END IF;
    RETURN -115;
END
$$;
