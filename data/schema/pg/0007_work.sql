-- Housekeeping, signatures, logins.

-- ---- seals ------------------------------------------------------------------------------------
-- An event's bytes are its columns in the order of walk_events.sql, each with a tag: 'i' and eight
-- bytes, most significant first; 't' or 'b', four bytes of length and the bytes; 'n' for NULL.

CREATE FUNCTION loge.bytes_of(value bigint) RETURNS bytea LANGUAGE sql IMMUTABLE
    RETURN '\x69'::bytea || int8send(value);
CREATE FUNCTION loge.bytes_of(value text) RETURNS bytea LANGUAGE sql IMMUTABLE
    RETURN '\x74'::bytea || int4send(octet_length(value)) || convert_to(value, 'UTF8');
CREATE FUNCTION loge.bytes_of(value uuid) RETURNS bytea LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN value IS NULL THEN '\x6e'::bytea
        ELSE '\x62'::bytea || int4send(16) || uuid_send(value) END;
CREATE FUNCTION loge.bytes_of(e loge.event) RETURNS bytea LANGUAGE sql IMMUTABLE
    RETURN loge.bytes_of(e.id) || loge.bytes_of(e.at) || loge.bytes_of(e.act::bigint)
        || loge.bytes_of(e.actor) || loge.bytes_of(e.till) || loge.bytes_of(e.approver)
        || loge.bytes_of(e.role::bigint) || loge.bytes_of(e.show_no::bigint)
        || loge.bytes_of(e.seat_no::bigint) || loge.bytes_of(e.version)
        || loge.bytes_of(e.was::bigint) || loge.bytes_of(e.became::bigint)
        || loge.bytes_of(e.subject) || loge.bytes_of(e.held_ms) || loge.bytes_of(e.reason)
        || loge.bytes_of(e.note) || loge.bytes_of(e.key) || loge.bytes_of(e.address)
        || loge.bytes_of(e.client);

-- Seals at most `most` blocks of 256 events; only what no running transaction can still add to.
-- `everything`: the last block may be smaller. Returns how many. One at a time; a till that only
-- keeps house does not wait for another that does it already.
CREATE FUNCTION loge.seal_1(everything boolean, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    final bigint;
    last loge.seal;
    sealed bigint := 0; -- the last event that is; a plain variable, so that the key's index is used:
                        -- row-level security makes a filter of any call it does not trust
    b record;
    done integer := 0;
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BITS_SELLING = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF everything THEN
        PERFORM 1 FROM loge.house AS o WHERE o.house = me.house FOR NO KEY UPDATE;
    ELSE
        PERFORM 1 FROM loge.house AS o WHERE o.house = me.house FOR NO KEY UPDATE SKIP LOCKED;
        IF NOT FOUND THEN
            RETURN 0;
        END IF;
    END IF;
    final := (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + loge.event_base()) << 20;
    SELECT s.* INTO last FROM loge.seal AS s WHERE s.house = me.house ORDER BY s.block DESC LIMIT 1;
    sealed := coalesce(last.last_event, 0);
    WHILE done < most LOOP
        SELECT count(*) AS events, min(e.id) AS first, max(e.id) AS last,
            string_agg(loge.bytes_of(e), '' ORDER BY e.id) AS bytes
        INTO b
        FROM (SELECT * FROM loge.event AS w
            WHERE w.house = me.house AND w.id > sealed AND w.id < final
            ORDER BY w.id LIMIT 256) AS e;
        EXIT WHEN b.events = 0 OR (b.events < 256 AND NOT everything);
        INSERT INTO loge.seal (house, block, first_event, last_event, at, previous, hash)
        VALUES (me.house, coalesce(last.block, 0) + 1, b.first, b.last, me.now_ms,
            coalesce(last.hash, decode(repeat('00', 32), 'hex')),
            sha256(coalesce(last.hash, decode(repeat('00', 32), 'hex')) || b.bytes))
        RETURNING * INTO last;
        sealed := last.last_event;
        done := done + 1;
    END LOOP;
    RETURN done;
END
$$;

-- ---- signing for somebody's act ---------------------------------------------------------------

-- Called with the login of whoever signs, before the act is sent.
CREATE FUNCTION loge.approve_1(act_key uuid, print bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BITS_OFFICE = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    INSERT INTO loge.approval (house, key, fingerprint, approver, role, at)
    VALUES (me.house, act_key, print, me.name, me.role, me.now_ms)
    ON CONFLICT DO NOTHING;
END
$$;

-- ---- staff ------------------------------------------------------------------------------------

-- Everybody, or one; the hash of a PIN or a badge only of oneself, or for a manager or a service.
CREATE FUNCTION loge.staff_1(of_name text) RETURNS SETOF loge.staff
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me record;
BEGIN
    SELECT l.house, l.name, l.role, l.carries INTO me
    FROM loge.login AS l WHERE l.login = session_user;
    RETURN QUERY
    SELECT s.house, s.name, s.role, s.disabled, s.failures, s.locked_until,
        CASE WHEN me.carries OR me.role IN (:ROLE_MANAGER, :ROLE_SERVICE) OR s.name = me.name
            THEN s.pin_hash ELSE '' END,
        CASE WHEN me.carries OR me.role IN (:ROLE_MANAGER, :ROLE_SERVICE) OR s.name = me.name
            THEN s.badge ELSE '' END,
        s.version
    FROM loge.staff AS s
    WHERE s.house = me.house AND (of_name IS NULL OR s.name = of_name)
    ORDER BY s.name;
END
$$;

-- Ends what a login has open: a transaction keeps its seats locked for as long as it is, and whoever
-- knows a password can leave one open. A line that is idle stays, for the till at its other end to be
-- told why nothing is done any more: one that was cut would go on alone. To end others' sessions one
-- has to be a member of them.
CREATE FUNCTION loge.end_sessions(of_login name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('GRANT %I TO loge_staffer', of_login);
    PERFORM pg_terminate_backend(a.pid, 1000) FROM pg_stat_activity AS a
    WHERE a.usename = of_login AND a.pid <> pg_backend_pid()
        AND (a.state <> 'idle' OR EXISTS (SELECT 1 FROM pg_locks AS k
            WHERE k.pid = a.pid AND k.locktype = 'advisory'));
    EXECUTE format('REVOKE %I FROM loge_staffer', of_login);
END
$$;

-- What a role may do in PostgreSQL follows the staff row.
CREATE FUNCTION loge.follow_staff() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    groups text[] := ARRAY['loge_scanner', 'loge_clerk', 'loge_supervisor', 'loge_manager',
        'loge_service'];
    of_login name;
BEGIN
    UPDATE loge.login AS l SET role = new.role, disabled = new.disabled
    WHERE l.house = new.house AND l.name = new.name
    RETURNING l.login INTO of_login;
    IF of_login IS NULL THEN
        RETURN NULL;
    END IF;
    IF old.role <> new.role THEN
        EXECUTE format('REVOKE %I FROM %I', groups[old.role + 1], of_login);
        EXECUTE format('GRANT %I TO %I', groups[new.role + 1], of_login);
    END IF;
    IF old.disabled <> new.disabled THEN
        EXECUTE format('ALTER ROLE %I %s', of_login,
            CASE WHEN new.disabled THEN 'NOLOGIN' ELSE 'LOGIN' END);
        IF new.disabled THEN
            PERFORM loge.end_sessions(of_login);
        END IF;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER follow_staff AFTER UPDATE OF role, disabled ON loge.staff
    FOR EACH ROW WHEN (old.role <> new.role OR old.disabled <> new.disabled)
    EXECUTE FUNCTION loge.follow_staff();

-- Makes or renews a login. verifier: SCRAM-SHA-256, made where the password was typed. of_house:
-- for whoever set the house up; a manager's own house otherwise. Every call leaves its line in the
-- log. Returns the login's name.
CREATE FUNCTION loge.staff_login_1(of_house integer, of_name text, of_role smallint,
    verifier text, may_carry boolean) RETURNS name
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    groups text[] := ARRAY['loge_scanner', 'loge_clerk', 'loge_supervisor', 'loge_manager',
        'loge_service'];
    founder boolean := pg_has_role(session_user, 'loge_owner', 'MEMBER');
    my_house integer;
    my_name text := session_user;
    of_login name;
    known loge.login;
BEGIN
    IF NOT founder THEN
        SELECT l.house, l.name INTO my_house, my_name FROM loge.login AS l
        WHERE l.login = session_user AND l.role = :ROLE_MANAGER AND NOT l.disabled;
        IF my_house IS NULL OR may_carry THEN
            RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = '-111';
        END IF;
        of_house := my_house;
    END IF;
    IF of_name !~ '^[a-z0-9][a-z0-9_.-]{0,30}$' OR verifier !~ '^SCRAM-SHA-256\$'
            OR of_role NOT BETWEEN :ROLE_SCANNER AND :ROLE_SERVICE OR of_name = 'sweep' THEN
        RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = '-115';
    END IF;
    SELECT o.prefix || '_' || of_name INTO STRICT of_login
    FROM loge.house AS o WHERE o.house = of_house;
    SELECT l.* INTO known FROM loge.login AS l WHERE l.login = of_login;
    IF known.house <> of_house THEN -- a_b of house c, and b of house c_a
        RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = '-115';
    END IF;
    IF known.login IS NULL THEN
        EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L IN ROLE %I', of_login, verifier,
            groups[of_role + 1]);
        EXECUTE format('ALTER ROLE %I SET lock_timeout = 250', of_login);
        EXECUTE format('ALTER ROLE %I SET statement_timeout = 30000', of_login);
        EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = 3000', of_login);
        INSERT INTO loge.login (login, house, name, role, carries, disabled)
        VALUES (of_login, of_house, of_name, of_role, may_carry, false);
    ELSE
        EXECUTE format('ALTER ROLE %I PASSWORD %L', of_login, verifier);
    END IF;
    IF may_carry THEN
        RETURN of_login; -- nobody in person
    END IF;
    INSERT INTO loge.staff AS s (house, name, role, disabled, failures, locked_until, pin_hash,
        badge, version)
    VALUES (of_house, of_name, of_role, false, 0, 0, '', '', 1)
    ON CONFLICT (house, name) DO UPDATE SET role = excluded.role, version = s.version + 1
    WHERE s.role <> excluded.role;
    INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
        version, was, became, subject, held_ms, reason, note, key)
    VALUES (of_house, ((pg_current_xact_id()::text::bigint + loge.event_base()) << 20) + 1,
        loge.now_ms(), :ACT_STAFF, my_name, '', '', :ROLE_MANAGER, 0, -1, 0, 0, 0, NULL, 0, '',
        of_name || ' ' || substr(groups[of_role + 1], 6)
            || CASE WHEN known.login IS NULL THEN '' ELSE ', new password' END, NULL);
    RETURN of_login;
END
$$;

GRANT INSERT ON loge.event TO loge_staffer;
GRANT EXECUTE ON FUNCTION loge.event_base() TO loge_staffer;
CREATE POLICY staffer_notes ON loge.event FOR INSERT TO loge_staffer WITH CHECK (act = :ACT_STAFF);

-- ---- who owns and who calls -------------------------------------------------------------------

RESET ROLE;
ALTER FUNCTION loge.seal_1(boolean, integer) OWNER TO loge_fn;
ALTER FUNCTION loge.approve_1(uuid, bytea) OWNER TO loge_fn;
ALTER FUNCTION loge.staff_1(text) OWNER TO loge_fn;
ALTER FUNCTION loge.follow_staff() OWNER TO loge_staffer;
ALTER FUNCTION loge.end_sessions(name) OWNER TO loge_staffer;
REVOKE ALL ON FUNCTION loge.end_sessions(name) FROM PUBLIC;
ALTER FUNCTION loge.staff_login_1(integer, text, smallint, text, boolean) OWNER TO loge_staffer;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA loge TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.apply_1
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.seal_1
    TO loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.staff_1, loge.schema, loge.steps, loge.cluster, loge.event_base
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.approve_1 TO loge_supervisor, loge_manager;
GRANT EXECUTE ON FUNCTION loge.staff_login_1 TO loge_manager, loge_owner;
SET ROLE loge_owner;
