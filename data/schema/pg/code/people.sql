-- Logins of people, what they sign for others, and the tills that join the house.

-- ---- signing for somebody's act ---------------------------------------------------------------

-- Called with the login of whoever signs, before the act is sent. rows: its loge.changes and conflicts, or
-- what the door has instead, as text; an act that is decided anew is signed for anew.
CREATE FUNCTION loge.approve(program_schema integer, a loge.act, rows text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer;
BEGIN
    SELECT w.* INTO me FROM loge.who_at(a.till, a.shown) AS w;
    PERFORM loge.expect_program(program_schema);
    IF me.house IS NULL OR me.may & :ROLE_BITS_OFFICE = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    PERFORM loge.expect_at(me);
    INSERT INTO loge.approval (house, key, fingerprint, approver, role, at)
    VALUES (me.house, a.key, loge.content_of(a, rows), me.name, me.role, me.now_ms)
    ON CONFLICT (house, key, approver) DO UPDATE SET fingerprint = excluded.fingerprint, at = excluded.at;
END
$$;

-- ---- staff ------------------------------------------------------------------------------------

-- Everybody, or one; the hash of a PIN or a badge only of oneself, or for a manager or a service.
CREATE FUNCTION loge.list_staff(of_name text) RETURNS SETOF loge.staff
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
CREATE FUNCTION loge.staff_login(of_house integer, of_name text, of_role smallint,
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
    INSERT INTO loge.staff AS s (house, {columns staff})
    VALUES (of_house, {values of staff but name = of_name; role = of_role; version = 1})
    ON CONFLICT (house, name) DO UPDATE SET role = excluded.role, version = s.version + 1
    WHERE s.role <> excluded.role;
    INSERT INTO loge.event (house, id, {columns event})
    VALUES (of_house, ((pg_current_xact_id()::text::bigint + loge.event_base()) << 20) + 1,
        {values of event but at = loge.now_ms(); act = :ACT_STAFF; actor = my_name;
            role = :ROLE_MANAGER; seat_no = -1; note = of_name || ' ' || substr(groups[of_role + 1], 6)
            || CASE WHEN known.login IS NULL THEN '' ELSE ', new password' END});
    RETURN of_login;
END
$$;

-- ---- tills ------------------------------------------------------------------------------------

-- A till becomes part of the house, or shows a new key. of_house: for a founder; the house of
-- whoever calls otherwise.
CREATE FUNCTION loge.join_till(of_house integer, of_till text, key bytea) RETURNS void
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

RESET ROLE;
ALTER FUNCTION loge.approve OWNER TO loge_fn;
ALTER FUNCTION loge.list_staff OWNER TO loge_fn;
ALTER FUNCTION loge.end_sessions OWNER TO loge_staffer;
ALTER FUNCTION loge.follow_staff OWNER TO loge_staffer;
ALTER FUNCTION loge.staff_login OWNER TO loge_staffer;
ALTER FUNCTION loge.join_till OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.approve TO loge_supervisor, loge_manager;
GRANT EXECUTE ON FUNCTION loge.list_staff
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.staff_login TO loge_owner, loge_manager;
GRANT EXECUTE ON FUNCTION loge.join_till TO loge_owner, loge_supervisor, loge_manager;
