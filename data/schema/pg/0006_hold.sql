-- The act that everybody waits for: seats that are available go into one new hold.
--
-- The same as apply_1 would do, with the same walls and answers, in three statements: who acts, all
-- seats locked and compared, everything written. A PL/pgSQL expression costs as much as a row, so
-- the work is left to few and larger statements.
--
-- seats, seen and n stand in the order in which seats are locked; n counts the changes from 1, 0 is
-- a seat that must only not have moved. (They are joined as plain columns: row-level security lets
-- an index be searched only by what cannot fail, and seats[i] can.)

CREATE FUNCTION loge.hold_1(program_schema integer, act_key uuid, print bytea, actor text,
    till text, actor_role smallint, reason text, note text, answer text, of_show integer,
    seats integer[], seen bigint[], n integer[], new_holds loge.hold_row[])
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    hold loge.hold_row := new_holds[1];
    me record;
    stand record;
BEGIN
    SELECT l.house, l.role, loge.now_ms() AS now_ms,
        (pg_current_xact_id()::text::bigint + loge.event_base()) << 20 AS base,
        CASE WHEN current_setting('transaction_isolation') <> 'read committed' THEN 'LG002'
            WHEN program_schema <> loge.schema() THEN 'LG003'
        END AS wrong,
        l.role <> 0 AND (l.carries OR (actor = l.name AND hold.holder = l.name)) AS may,
        CASE WHEN l.carries THEN actor_role ELSE l.role END AS event_role
    INTO me
    FROM loge.login AS l
    WHERE l.login = session_user;
    IF me.wrong IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = me.wrong, MESSAGE = loge.schema()::text;
    END IF;
    IF me.may IS NOT TRUE THEN
        RETURN -111;
    END IF;
    SELECT count(*) = cardinality(seats) AND bool_and(q.version = q.seen) AS fresh,
        bool_and(q.status = 0 OR q.n = 0) AND hold.status IN (0, 1) AS free,
        count(*) FILTER (WHERE q.n > 0) AS changes
    INTO stand
    FROM (SELECT t.version, t.status, r.seen, r.n
        FROM unnest(seats, seen, n) WITH ORDINALITY AS r (seat_no, seen, n, place)
        JOIN loge.show_seat AS t ON t.house = me.house AND t.show_no = of_show
            AND t.seat_no = r.seat_no AND NOT t.retired
        ORDER BY r.place
        FOR NO KEY UPDATE OF t) AS q;
    IF stand.fresh IS NOT TRUE OR stand.free IS NOT TRUE THEN
        IF EXISTS (SELECT 1 FROM loge.receipt AS r
                WHERE r.house = me.house AND r.key = act_key) THEN
            RETURN -1; -- it was this very act, sent before, that moved the seats
        END IF;
        RETURN CASE WHEN stand.fresh IS NOT TRUE THEN -2 ELSE -115 END;
    END IF;
    WITH act AS (
        INSERT INTO loge.receipt AS r (house, key, fingerprint, act, at, last_event, answer)
        VALUES (me.house, act_key, print, 0, me.now_ms, me.base + stand.changes, answer)
        ON CONFLICT DO NOTHING
        RETURNING 1
    ), new_hold AS (
        INSERT INTO loge.hold (house, id, show_no, status, ending, source, holder, till, email,
            created_at, expires_at, ceiling_at, ended_at, paying_until, sale, version)
        SELECT me.house, hold.id, of_show, hold.status, hold.ending, hold.source, hold.holder,
            hold.till, hold.email, hold.created_at, hold.expires_at, hold.ceiling_at,
            hold.ended_at, hold.paying_until, hold.sale, 1
        FROM act
    ), claims AS (
        INSERT INTO loge.claim (house, hold_id, seat_no, show_no, live)
        SELECT me.house, hold.id, r.seat_no, of_show, true
        FROM act, unnest(seats, n) AS r (seat_no, n)
        WHERE r.n > 0
    ), changed AS (
        UPDATE loge.show_seat AS t SET status = 1, version = t.version + 1, holder = hold.id,
            held_until = hold.expires_at, open_to = 0
        FROM act, unnest(seats, n) AS r (seat_no, n)
        WHERE r.n > 0 AND t.house = me.house AND t.show_no = of_show AND t.seat_no = r.seat_no
    )
    INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
        version, was, became, subject, held_ms, reason, note, key)
    SELECT me.house, me.base + r.n, me.now_ms, 0, actor, till, '', me.event_role, of_show,
        r.seat_no, r.seen + 1, 0, 1, hold.id, 0, reason, note, act_key
    FROM act, unnest(seats, seen, n) AS r (seat_no, seen, n)
    WHERE r.n > 0;
    IF NOT FOUND THEN
        RETURN -1;
    END IF;
    RETURN me.base + stand.changes;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.hold_1 OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.hold_1 TO loge_clerk, loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
