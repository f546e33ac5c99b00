-- The sweep frees the seats of holds that are over.

-- Frees seats of holds that are over, at most `most` at once, longest over first; what somebody is
-- working on is left for the next time. A hold that is being paid for is left alone until its own
-- deadline. Never ahead of the database's clock, whatever the caller's says.
--
-- A till sweeps under the name that its key proves (or under none), as "sweep", whoever is signed in there meanwhile, and learns what it freed without
-- having to read the log: 16 bytes a seat (show, number, version), in order.
--
-- Holds are locked with their seats: one that is extended (or goes to be paid for) while the sweep
-- looks at it is looked at again, and left alone. Seats and claims are found again by where they
-- lie, which costs less than by key; behind those locks they stay there. A seat that moved between
-- the look and the lock is taken by the next sweep.
CREATE FUNCTION loge.free_seats(me loge.doer, until_ms bigint, most integer, OUT ids uuid[],
    OUT seats bigint, OUT freed bytea) LANGUAGE plpgsql AS $$
BEGIN
    WITH ended AS MATERIALIZED (
        SELECT h.id
        FROM loge.hold AS h
        WHERE h.house = me.house AND h.status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND h.expires_at <= until_ms
            AND (h.status = :HOLD_ACTIVE OR h.paying_until <= until_ms)
        ORDER BY h.expires_at
    ), over AS MATERIALIZED (
        SELECT s.ctid AS place, c.ctid AS claimed, h.id, h.created_at
        FROM ended AS e
        JOIN loge.hold AS h ON h.house = me.house AND h.id = e.id AND h.status IN (:HOLD_ACTIVE, :HOLD_PAYING)
            AND h.expires_at <= until_ms AND (h.status = :HOLD_ACTIVE OR h.paying_until <= until_ms)
        JOIN loge.claim AS c ON c.house = me.house AND c.hold_id = h.id AND c.live
        JOIN loge.show_seat AS s ON s.house = me.house AND s.show_no = c.show_no
            AND s.seat_no = c.seat_no AND s.status = :SEAT_HELD AND s.holder = h.id
        LIMIT most
        FOR NO KEY UPDATE OF s, h SKIP LOCKED
    ), changed AS (
        UPDATE loge.show_seat AS s SET status = :SEAT_AVAILABLE, version = s.version + 1, holder = NULL,
            held_until = 0
        FROM over AS o
        WHERE s.ctid = o.place AND s.house = me.house
        RETURNING s.show_no, s.seat_no, s.version, o.id, o.created_at, o.claimed
    ), told AS (
        INSERT INTO loge.event (house, id, {columns event})
        SELECT me.house, me.base + row_number() OVER (), {values of event but at = me.now_ms;
            act = :ACT_EXPIRE; actor = me.name; till = me.till; role = me.role; show_no = f.show_no;
            seat_no = f.seat_no; version = f.version; was = :SEAT_HELD; became = :SEAT_AVAILABLE; subject = f.id;
            held_ms = greatest(0, me.now_ms - f.created_at)}
        FROM changed AS f
        RETURNING id, show_no
    ), posted AS (
        -- Web servers are told of expired holds (LETTER_EXPIRED) by the show and a thousand seats at a
        -- time.
        INSERT INTO loge.outbox (house, id, way, kind, show_no, subject, addressee, made_at, tx,
            due_at, first_event, last_event)
        SELECT me.house, gen_random_uuid(), w.no, :LETTER_EXPIRED, t.show_no, gen_random_uuid(), '',
            me.now_ms, pg_current_xact_id()::text::bigint + loge.event_base(), me.now_ms, min(t.id), max(t.id)
        FROM told AS t
        JOIN loge.post_way AS w ON w.house = me.house AND w.channel = :POST_WEB AND w.ended_at = 0
        GROUP BY w.no, t.show_no, (t.id - me.base) / 1000
    ), closed AS (
        UPDATE loge.claim AS c SET live = false
        FROM changed AS f
        WHERE c.ctid = f.claimed AND c.house = me.house
    )
    SELECT array_agg(DISTINCT f.id), count(*),
        string_agg(int4send(f.show_no) || int4send(f.seat_no) || int8send(f.version), ''
            ORDER BY f.show_no, f.seat_no)
    INTO ids, seats, freed
    FROM changed AS f;
END
$$;

CREATE FUNCTION loge.sweep(actor text, actor_role smallint, until_ms bigint, most integer,
    shown bytea, OUT holds bigint, OUT seats bigint, OUT freed bytea)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer;
    ids uuid[];
BEGIN
    SELECT w.* INTO me FROM loge.who_at('', shown) AS w;
    IF me.house IS NULL OR me.may & :ROLE_BITS_SELLING = 0
            OR (NOT me.carries AND actor NOT IN (me.name, 'sweep')) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    me.name := actor;
    me.till := coalesce(me.proven, '');
    me.role := CASE WHEN me.carries THEN actor_role WHEN actor = 'sweep' THEN :ROLE_SERVICE ELSE me.role END;
    SELECT f.ids, f.seats, f.freed INTO ids, seats, freed
    FROM loge.free_seats(me, least(until_ms, me.now_ms), most) AS f;
    -- A statement of its own, so that it sees who else let go of seats of these holds.
    holds := CASE WHEN ids IS NULL THEN 0 ELSE loge.end_empty_holds(me, ids) END;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.sweep OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.sweep TO loge_clerk, loge_supervisor, loge_manager, loge_service;
