-- The act that everybody waits for: seats that are available go into one new hold.
--
-- The same as apply would do, with the same walls and answers, in one statement: all seats locked and
-- compared, everything written. Starting a statement costs as much as a row, and a PL/pgSQL expression
-- nearly so. Why nothing was written is asked only when nothing was.
--
-- The walls of every table ask of which house the login is, and a statement over eight tables asks as often.
-- So this function is of a role of its own, loge_holder, which nobody else's code runs as: it reads the house
-- once, says it in loge.house, and the walls compare the rows with that (0020_walls.sql).
--
-- seats, seen and n stand in the order in which seats are locked; n counts the changes from 1, 0 is
-- a seat that must only not have moved. (They are joined as plain columns: row-level security lets
-- an index be searched only by what cannot fail, and seats[i] can.) Each seat is locked by its whole
-- key and written where it was locked: a planner without statistics would join with the whole show.
-- show_seen: the version of the show that was decided upon; NULL: whatever it is now.

-- Why a hold was not written; its seats are locked.
CREATE FUNCTION loge.why_not_held(me loge.doer, a loge.act, hold loge.hold_row, show_seen bigint,
    seats integer[], seen bigint[]) RETURNS bigint LANGUAGE sql AS $$
    SELECT CASE
        -- it was this very act, sent before, that moved the seats
        WHEN EXISTS (SELECT 1 FROM loge.receipt AS r WHERE r.key = a.key) THEN :ANSWER_REPLAY
        WHEN show_seen IS NOT NULL AND NOT EXISTS (SELECT 1 FROM loge.show AS w
            WHERE w.no = hold.show_no AND w.version = show_seen) THEN :ANSWER_OTHER_SHOW
        WHEN NOT me.carries AND EXISTS (SELECT 1 FROM loge.show AS w
            WHERE w.no = hold.show_no AND NOT loge.hold_fits(hold, w, me.now_ms)) THEN :ANSWER_NOT_ALLOWED
        WHEN EXISTS (SELECT 1 FROM unnest(seats, seen) AS r (seat_no, seen)
            LEFT JOIN LATERAL (SELECT k.version FROM loge.show_seat AS k
                WHERE k.show_no = hold.show_no AND k.seat_no = r.seat_no AND NOT k.retired
                OFFSET 0) AS t ON true
            WHERE t.version IS DISTINCT FROM r.seen) THEN :ANSWER_STALE
        WHEN loge.was_judged_otherwise(a.key) THEN :ANSWER_JUDGED
        ELSE :ANSWER_INVALID
    END
$$;

CREATE FUNCTION loge.hold_seats(program_schema integer, a loge.act, show_seen bigint, seats integer[],
    seen bigint[], n integer[], hold loge.hold_row, only_hold boolean DEFAULT false)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    known CONSTANT boolean := loge.expect_program(program_schema);
    me loge.doer;
    said text;
    last bigint;
BEGIN
    SELECT w.* INTO me FROM loge.who_at(a.till, a.shown) AS w;
    said := set_config('loge.house', me.house::text, true);
    IF me.house IS NULL OR me.role = :ROLE_SCANNER
            OR NOT (me.carries OR (a.actor = me.name AND hold.holder = me.name AND hold.till = me.till)) THEN
        RETURN :ANSWER_NOT_ALLOWED;
    ELSIF me.proven IS DISTINCT FROM me.till THEN
        PERFORM loge.expect_at(me);
    END IF;
    WITH locked AS MATERIALIZED (
        SELECT r.seat_no, r.seen, r.n, t.place, t.version = r.seen AND (t.status = :SEAT_AVAILABLE OR r.n = 0) AS free
        FROM (SELECT 1 FROM loge.show AS w WHERE w.house = me.house AND w.no = hold.show_no
            AND w.version = coalesce(show_seen, w.version)
            AND (me.carries OR loge.hold_fits(hold, w, me.now_ms)) OFFSET 0) AS w
        CROSS JOIN (SELECT q.seat_no, q.seen, q.n FROM unnest(seats, seen, n) AS q (seat_no, seen, n)
            ORDER BY q.seat_no OFFSET 0) AS r
        CROSS JOIN LATERAL (SELECT k.ctid AS place, k.version, k.status FROM loge.show_seat AS k
            WHERE k.house = me.house AND k.show_no = hold.show_no AND k.seat_no = r.seat_no AND NOT k.retired
            FOR NO KEY UPDATE) AS t
    ), act AS (
        INSERT INTO loge.receipt AS r (house, key, fingerprint, act, at, last_event, answer)
        SELECT me.house, a.key, a.print, :ACT_HOLD, loge.now_ms(), me.base + max(q.n), a.answer
        FROM locked AS q HAVING count(*) FILTER (WHERE q.free) = cardinality(seats)
            AND hold.status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND NOT loge.was_judged_otherwise(a.key)
        ON CONFLICT DO NOTHING RETURNING r.at, r.last_event
    ), new_hold AS (
        INSERT INTO loge.hold (house, {columns hold})
        SELECT me.house, {columns hold hold but version = 1} FROM act
    ), claims AS (
        INSERT INTO loge.claim (house, hold_id, seat_no, show_no, live)
        SELECT me.house, hold.id, r.seat_no, hold.show_no, true
        FROM act, locked AS r WHERE r.n > 0
    ), changed AS (
        UPDATE loge.show_seat AS t SET status = :SEAT_HELD, version = t.version + 1, holder = hold.id,
            held_until = hold.expires_at, open_to = 0
        FROM act, locked AS r WHERE r.n > 0 AND t.house = me.house AND t.ctid = r.place
    ), told AS (
        INSERT INTO loge.event (house, id, {columns event})
        SELECT me.house, me.base + r.n, {values of event but at = act.at; act = :ACT_HOLD; actor = a.actor;
            till = a.till; role = CASE WHEN me.carries THEN a.actor_role ELSE me.role END;
            show_no = hold.show_no; seat_no = r.seat_no; version = r.seen + 1; was = :SEAT_AVAILABLE;
            became = :SEAT_HELD; subject = hold.id; reason = a.reason; note = a.note; key = a.key;
            address = a.address; client = a.client}
        FROM act, locked AS r WHERE r.n > 0
    )
    SELECT act.last_event INTO last FROM act;
    IF only_hold AND last IS NOT NULL THEN
        PERFORM loge.expect_only_hold(me.house, ARRAY[hold]);
    END IF;
    RETURN coalesce(last, loge.why_not_held(me, a, hold, show_seen, seats, seen));
END
$$;

-- ---- while nobody keeps the rush off --------------------------------------------------------------

-- With Redis away everybody who wants a seat comes here. Who waits for one seat's lock keeps those
-- he has, so others wait behind him, and a few seats that everybody wants stop a whole hall. So a
-- hold asks first: the first of these seats, in the order in which seats are locked, that somebody
-- else has locked; NULL: all are locked now, for whoever asks, and the act itself waits for nobody.
--
-- As NOWAIT would, it stops at the first: of two who want the same seats one always comes through.
-- But NOWAIT is an error, which names no seat, ends the transaction and fills the server's log;
-- SKIP LOCKED tells the desk which seat to pass over, and its best offer is then the next one.
CREATE FUNCTION loge.busy_seat(of_show integer, seats integer[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    of_house integer;
    wanted integer;
BEGIN
    SELECT l.house INTO of_house
    FROM loge.login AS l
    WHERE l.login = session_user;
    FOREACH wanted IN ARRAY seats LOOP
        PERFORM 1 FROM loge.show_seat AS t
        WHERE t.house = of_house AND t.show_no = of_show AND t.seat_no = wanted
        FOR NO KEY UPDATE SKIP LOCKED;
        IF NOT FOUND AND EXISTS (SELECT 1 FROM loge.show_seat AS t
                WHERE t.house = of_house AND t.show_no = of_show AND t.seat_no = wanted) THEN
            RETURN wanted;
        END IF;
    END LOOP;
    RETURN NULL;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.hold_seats OWNER TO loge_fn; -- until all may call it (rights.sql)
ALTER FUNCTION loge.busy_seat OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.hold_seats
    TO loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.busy_seat
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
