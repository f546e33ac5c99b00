-- What all functions share: what the program says of itself, the clock, who acts, and answers.

-- ---- what the program writes --------------------------------------------------------------------
-- These three are written anew whenever a program brings its schema (src/adapter/pg_schema.c).

-- What a seat may become, from src/domain/transitions.def, as was * 10000 + act * 100 + became.
CREATE FUNCTION loge.steps() RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN '{}'::integer[];

-- The number of the newest migration.
CREATE FUNCTION loge.schema() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 0;

-- The newest revision of sync (src/domain/sync.h).
CREATE FUNCTION loge.sync_revision() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 0;

-- ---- the clock of the house -------------------------------------------------------------------

CREATE FUNCTION loge.now_ms() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
    RETURN (extract(epoch FROM clock_timestamp()) * 1000)::bigint;

-- ---- answers ----------------------------------------------------------------------------------

-- Ends an act with that answer (src/adapter/pg_answer.h); what it has written is undone.
CREATE FUNCTION loge.answer(code integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = code::text;
END
$$;

-- ANSWER_STALE unless as many rows were changed as were to be.
CREATE FUNCTION loge.expect_rows(done bigint, wanted bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF done <> wanted THEN
        PERFORM loge.answer(:ANSWER_STALE);
    END IF;
END
$$;

-- ---- who acts ---------------------------------------------------------------------------------

-- NULL: this login is no (or no longer a) member of any house.
CREATE FUNCTION loge.who(till text) RETURNS loge.doer LANGUAGE plpgsql AS $$
DECLARE
    me loge.doer;
BEGIN
    SELECT l.house, l.name, l.role, l.carries, 1 << l.role, who.till,
        (pg_current_xact_id()::text::bigint + loge.event_base()) << 20, loge.now_ms()
    INTO me
    FROM loge.login AS l
    WHERE l.login = session_user;
    RETURN me;
END
$$;

-- The same of an act, which names a till and proves it: shown is loge.act_secret of what the till's key gives.
-- A secret of its own, so that whoever learns what acts show brings no journal home with it, and none that
-- the house could sign with itself (a keyed hash of each act), so that no copy of the house has it.
-- One row, as part of the statement that asks (PostgreSQL puts the text of such a function in its place).
CREATE FUNCTION loge.who_at(till text, shown bytea) RETURNS SETOF loge.doer LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT l.house, l.name, l.role, l.carries, 1 << l.role, who_at.till,
        (pg_current_xact_id()::text::bigint + loge.event_base()) << 20, loge.now_ms(), NULL::uuid[], j.till
    FROM loge.login AS l
    LEFT JOIN LATERAL (SELECT q.till FROM loge.journal AS q
        WHERE q.house = l.house AND q.act_proof = sha256(shown) AND q.quarantine <> :QUARANTINE_REVOKED
        OFFSET 0) AS j ON true
    WHERE l.login = session_user
$$;

-- Whether whoever acts may do so in the name of that till. A supervisor, or who has his signature, also acts
-- for another till than the one he stands at (RIGHT_OTHER_TILL), and a service for its clients. A login that
-- carries fills a new house before it has tills.
CREATE FUNCTION loge.is_at(me loge.doer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN coalesce(me.proven = me.till, false) OR me.carries OR (me.proven IS NOT NULL
        AND (me.may & :ROLE_BITS_OFFICE <> 0 OR (me.may & :ROLE_BIT_SERVICE <> 0 AND EXISTS (SELECT 1
            FROM loge.token AS t WHERE t.house = me.house AND t.name = me.till))));
END
$$;

-- True; LG004 unless whoever acts is at that till.
CREATE FUNCTION loge.expect_at(me loge.doer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF NOT loge.is_at(me) THEN
        RAISE EXCEPTION USING ERRCODE = 'LG004', MESSAGE = 'not shown to be till ' || coalesce(me.till, '');
    END IF;
    RETURN true;
END
$$;

-- What stands in the log of who checked that an approver signed (enum approval).
CREATE FUNCTION loge.approval_of(approver text, checked integer) RETURNS integer LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN approver = '' THEN :APPROVAL_NONE ELSE checked END;

-- What is signed for: the act and all its rows, as text. Whoever signs and whoever acts send both, and each
-- is counted here, so a signature for one seat is none for fifty.
CREATE FUNCTION loge.content_of(a loge.act, rows text) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(convert_to(ROW(a.act, a.actor, a.till, a.reason, a.note, rows)::text, 'UTF8'))
$$;

-- The bit of whoever signed for this very act within the last ten minutes; 0: nobody did.
CREATE FUNCTION loge.signed(me loge.doer, a loge.act, rows text) RETURNS integer LANGUAGE sql AS $$
    SELECT coalesce((SELECT 1 << q.role FROM loge.approval AS q
        WHERE q.house = me.house AND q.key = a.key AND q.approver = a.approver
            AND q.fingerprint = loge.content_of(a, rows) AND q.at > me.now_ms - 600000), 0)
$$;

RESET ROLE;
GRANT EXECUTE ON FUNCTION loge.steps, loge.schema
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.sync_revision, loge.now_ms
    TO loge_staffer, loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
