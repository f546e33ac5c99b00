-- Two that let go of different seats of one hold at the same moment each saw the other's seat still
-- in it, so neither ended it and it stayed open without a seat. Whoever ends holds locks them first
-- and looks afterwards, in a statement of its own: then the second one sees what the first one did.

CREATE OR REPLACE FUNCTION loge.end_holds(me loge.doer, ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM loge.hold AS h
    WHERE h.house = me.house AND h.id = ANY (ids)
    ORDER BY h.id
    FOR NO KEY UPDATE;
    UPDATE loge.hold AS h SET status = 3, ending = 1, ended_at = me.now_ms, version = h.version + 1
    WHERE h.house = me.house AND h.id = ANY (ids) AND h.status IN (0, 1)
        AND NOT EXISTS (SELECT 1 FROM loge.claim AS c
            WHERE c.house = me.house AND c.hold_id = h.id AND c.live);
END
$$;

RESET ROLE;

-- As in 0009_founders.sql, but the holds are locked with their seats: one that is extended (or goes
-- to be paid for) while the sweep looks at it is looked at again, and left alone.
CREATE OR REPLACE FUNCTION loge.sweep_2(actor text, till text, actor_role smallint, until_ms bigint,
    most integer, OUT holds bigint, OUT seats bigint, OUT freed bytea)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who(till);
    shows integer[];
    numbers integer[];
    ids uuid[];
    starts bigint[];
BEGIN
    holds := 0;
    seats := 0;
    IF me.house IS NULL OR me.may & 30 = 0
            OR (NOT me.carries AND actor NOT IN (me.name, 'sweep')) THEN
        PERFORM loge.answer(-111);
    END IF;
    until_ms := least(until_ms, me.now_ms);
    SELECT array_agg(p.show_no), array_agg(p.seat_no), array_agg(p.id), array_agg(p.created_at)
    INTO shows, numbers, ids, starts
    FROM (SELECT s.show_no, s.seat_no, h.id, h.created_at
        FROM loge.hold AS h
        JOIN loge.claim AS c ON c.house = h.house AND c.hold_id = h.id AND c.live
        JOIN loge.show_seat AS s ON s.house = c.house AND s.show_no = c.show_no
            AND s.seat_no = c.seat_no AND s.status = 1 AND s.holder = h.id
        WHERE h.house = me.house AND h.status IN (0, 1) AND h.expires_at <= until_ms
            AND (h.status = 0 OR h.paying_until <= until_ms)
        ORDER BY h.expires_at
        LIMIT most
        FOR NO KEY UPDATE OF s, h SKIP LOCKED) AS p;
    IF ids IS NULL THEN
        RETURN;
    END IF;
    seats := cardinality(ids);
    INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
        version, was, became, subject, held_ms, reason, note, key)
    SELECT me.house, me.base + p.n, me.now_ms, 5, actor, till, '',
        CASE WHEN me.carries THEN actor_role WHEN actor = 'sweep' THEN 4 ELSE me.role END,
        p.show_no, p.seat_no, s.version + 1, 1, 0, p.id, greatest(0, me.now_ms - p.created_at),
        '', '', NULL
    FROM unnest(shows, numbers, ids, starts) WITH ORDINALITY
        AS p (show_no, seat_no, id, created_at, n)
    JOIN loge.show_seat AS s ON s.house = me.house AND s.show_no = p.show_no
        AND s.seat_no = p.seat_no;
    UPDATE loge.show_seat AS s SET status = 0, version = s.version + 1, holder = NULL,
        held_until = 0
    FROM unnest(shows, numbers) AS p (show_no, seat_no)
    WHERE s.house = me.house AND s.show_no = p.show_no AND s.seat_no = p.seat_no;
    SELECT string_agg(int4send(p.show_no) || int4send(p.seat_no) || int8send(s.version), ''
        ORDER BY p.show_no, p.seat_no)
    INTO freed
    FROM unnest(shows, numbers) AS p (show_no, seat_no)
    JOIN loge.show_seat AS s ON s.house = me.house AND s.show_no = p.show_no
        AND s.seat_no = p.seat_no;
    UPDATE loge.claim AS c SET live = false
    FROM unnest(ids, numbers) AS p (id, seat_no)
    WHERE c.house = me.house AND c.hold_id = p.id AND c.seat_no = p.seat_no;
    UPDATE loge.hold AS h SET status = 3, ending = 1, ended_at = me.now_ms, version = h.version + 1
    WHERE h.house = me.house AND h.id = ANY (ids) AND h.status IN (0, 1)
        AND NOT EXISTS (SELECT 1 FROM loge.claim AS c
            WHERE c.house = me.house AND c.hold_id = h.id AND c.live);
    GET DIAGNOSTICS holds = ROW_COUNT;
END
$$;

SET ROLE loge_owner;
