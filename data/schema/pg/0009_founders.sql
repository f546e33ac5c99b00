-- Whoever sets houses up need not be a superuser, what he does about people stands in the log, and
-- the sweep acts in its own name.
--
-- A founder is a member of loge_owner and loge_founder (the program grants both to the login that
-- runs `loge init`). He is in no house, so the walls would hide the houses he makes from him too;
-- the policies below are for his role only, and cost nobody else's statements anything.

GRANT USAGE ON SCHEMA loge TO loge_founder;
GRANT SELECT, INSERT ON loge.house TO loge_founder;
GRANT SELECT (house, id) ON loge.event TO loge_founder;
CREATE POLICY founder ON loge.house TO loge_founder USING (true);
CREATE POLICY founder_counts ON loge.event FOR SELECT TO loge_founder USING (true);
-- The functions of tills let a founder join one to any house.
CREATE POLICY founder_joins ON loge.device TO loge_fn
    USING (pg_has_role(session_user, 'loge_owner', 'MEMBER'));

RESET ROLE;

-- ---- tills ------------------------------------------------------------------------------------

-- A till becomes part of the house, or shows a new key. of_house: for a founder; the house of
-- whoever calls otherwise.
CREATE FUNCTION loge.join_1(of_house integer, of_till text, key bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who(of_till);
BEGIN
    IF me.house IS NULL AND pg_has_role(session_user, 'loge_owner', 'MEMBER') THEN
        me.house := of_house;
        me.name := session_user;
        me.may := :ROLE_BIT_MANAGER;
        me.now_ms := loge.now_ms();
    END IF;
    IF me.house IS NULL OR me.may & :ROLE_BITS_OFFICE = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    INSERT INTO loge.device (house, till, public_key, joined_by, joined_at)
    VALUES (me.house, of_till, key, me.name, me.now_ms)
    ON CONFLICT (house, till) DO UPDATE SET public_key = excluded.public_key,
        joined_by = excluded.joined_by, joined_at = excluded.joined_at, revoked_at = 0;
END
$$;
ALTER FUNCTION loge.join_1(integer, text, bytea) OWNER TO loge_fn;
REVOKE ALL ON FUNCTION loge.join_1(integer, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION loge.join_1(integer, text, bytea)
    TO loge_supervisor, loge_manager, loge_owner;

-- ---- the sweep --------------------------------------------------------------------------------

-- Frees seats of holds that are over, at most `most` at once, longest over first; what somebody is
-- working on is left for the next time. A hold that is being paid for is left alone until its own
-- deadline. Never ahead of the database's clock, whatever the caller's says.
--
-- A till sweeps as "sweep", whoever is signed in there meanwhile, and learns what it freed without
-- having to read the log: 16 bytes a seat (show, number, version), in order.
--
-- Holds are locked with their seats: one that is extended (or goes to be paid for) while the sweep
-- looks at it is looked at again, and left alone. Seats and claims are found again by where they
-- lie, which costs less than by key; behind those locks they stay there. A seat that moved between
-- the look and the lock is taken by the next sweep.
CREATE FUNCTION loge.sweep_1(actor text, till text, actor_role smallint, until_ms bigint,
    most integer, OUT holds bigint, OUT seats bigint, OUT freed bytea)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who(till);
    ids uuid[];
BEGIN
    holds := 0;
    seats := 0;
    IF me.house IS NULL OR me.may & :ROLE_BITS_SELLING = 0
            OR (NOT me.carries AND actor NOT IN (me.name, 'sweep')) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    until_ms := least(until_ms, me.now_ms);
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
        INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
            version, was, became, subject, held_ms, reason, note, key)
        SELECT me.house, me.base + row_number() OVER (), me.now_ms, :ACT_EXPIRE, actor, till, '',
            CASE WHEN me.carries THEN actor_role WHEN actor = 'sweep' THEN :ROLE_SERVICE ELSE me.role END,
            f.show_no, f.seat_no, f.version, :SEAT_HELD, :SEAT_AVAILABLE, f.id,
            greatest(0, me.now_ms - f.created_at), '', '', NULL
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
    IF ids IS NULL THEN
        RETURN;
    END IF;
    -- A statement of its own, so that it sees who else let go of seats of these holds.
    holds := loge.end_empty_holds(me, ids);
END
$$;
ALTER FUNCTION loge.sweep_1 OWNER TO loge_fn;
REVOKE ALL ON FUNCTION loge.sweep_1 FROM PUBLIC;
GRANT EXECUTE ON FUNCTION loge.sweep_1 TO loge_clerk, loge_supervisor, loge_manager, loge_service;

-- ---- what befell one thing ----------------------------------------------------------------------

-- The log at large is for those who may read it; what befell one hold, sale or shift is for whoever
-- has to do with it. From which address it came is personal: only those who may read the log see it.
CREATE FUNCTION loge.story_1(of_subject uuid) RETURNS SETOF loge.event
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT e.house, e.id, e.at, e.act, e.actor, e.till, e.approver, e.role, e.show_no, e.seat_no,
        e.version, e.was, e.became, e.subject, e.held_ms, e.reason, e.note, e.key,
        CASE WHEN l.role IN (:ROLE_SUPERVISOR, :ROLE_MANAGER, :ROLE_SERVICE) THEN e.address ELSE '' END,
        e.client
    FROM loge.login AS l
    JOIN loge.event AS e ON e.house = l.house
    WHERE l.login = session_user AND e.subject = of_subject
$$;
ALTER FUNCTION loge.story_1 OWNER TO loge_fn;
REVOKE ALL ON FUNCTION loge.story_1 FROM PUBLIC;
GRANT EXECUTE ON FUNCTION loge.story_1 TO loge_clerk, loge_supervisor, loge_manager, loge_service;

SET ROLE loge_owner;
