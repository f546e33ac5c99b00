-- How often a PIN may be tried, counted for all tills of the house.
--
-- People are logins, so the server refuses a wrong PIN before there is a connection, and nothing of
-- the house hears of it. Each till therefore has a login of its own, its gate: with that its program
-- counts the wrong PINs of its people. Who gives the right one learns from loge.pin_right whether
-- he is locked, and is not let in by the program until the lock is over. That holds for programs of
-- Loge: plain SQL can go on guessing against the server, as against every PostgreSQL login.

-- Makes or renews the gate of a till; verifier: SCRAM-SHA-256. of_house: for whoever set the house
-- up; a supervisor's own house otherwise. Returns the name of its login.
CREATE FUNCTION loge.make_gate(of_house integer, of_till text, verifier text) RETURNS name
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    my_house integer;
    of_login name;
BEGIN
    IF NOT pg_has_role(session_user, 'loge_owner', 'MEMBER') THEN
        SELECT l.house INTO my_house FROM loge.login AS l
        WHERE l.login = session_user AND l.role IN (:ROLE_SUPERVISOR, :ROLE_MANAGER) AND NOT l.disabled;
        IF my_house IS NULL THEN
            RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = '-111';
        END IF;
        of_house := my_house;
    END IF;
    IF octet_length(of_till) NOT BETWEEN 1 AND 23 OR verifier !~ '^SCRAM-SHA-256\$' THEN
        RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = '-115';
    END IF;
    SELECT left(o.prefix, 36) || ':' || of_till INTO STRICT of_login
    FROM loge.house AS o WHERE o.house = of_house;
    IF EXISTS (SELECT 1 FROM loge.gate AS g WHERE g.login = of_login AND g.house <> of_house) THEN
        RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = '-115';
    END IF;
    -- Roles belong to the server: a copy of the house beside it finds the gates that it has.
    IF NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles AS r WHERE r.rolname = of_login) THEN
        EXECUTE format('CREATE ROLE %I LOGIN CONNECTION LIMIT 4 PASSWORD %L IN ROLE loge_gate',
            of_login, verifier);
        EXECUTE format('ALTER ROLE %I SET lock_timeout = 250', of_login);
        EXECUTE format('ALTER ROLE %I SET statement_timeout = 3000', of_login);
        EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = 3000', of_login);
    ELSIF pg_has_role(of_login, 'loge_gate', 'MEMBER') THEN
        EXECUTE format('ALTER ROLE %I PASSWORD %L', of_login, verifier);
    ELSE
        RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = '-115';
    END IF;
    INSERT INTO loge.gate (login, house, till) VALUES (of_login, of_house, of_till)
    ON CONFLICT DO NOTHING;
    RETURN of_login;
END
$$;

CREATE FUNCTION loge.pin_noted(of_house integer, of_name text, at_till text, what text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO loge.event (house, id, {columns event})
    SELECT of_house, ((pg_current_xact_id()::text::bigint + loge.event_base()) << 20) + 1,
        {values of event but at = loge.now_ms(); act = :ACT_STAFF; actor = s.name;
            till = at_till; role = s.role; seat_no = -1; note = what}
    FROM loge.staff AS s
    WHERE s.house = of_house AND s.name = of_name;
END
$$;

-- A wrong PIN at the till whose gate calls. The fifth locks the person for five minutes, as in an
-- embedded house (src/engine/desk_people.c). Returns the milliseconds that he is locked for; 0: he
-- is not, or there is nobody of that name.
CREATE FUNCTION loge.pin_failed(of_name text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    here loge.gate;
    person loge.staff;
    now_ms bigint := loge.now_ms();
BEGIN
    SELECT g.* INTO here FROM loge.gate AS g WHERE g.login = session_user;
    SELECT s.* INTO person FROM loge.staff AS s
    WHERE s.house = here.house AND s.name = of_name
    FOR NO KEY UPDATE;
    IF person.name IS NULL THEN
        RETURN 0;
    END IF;
    IF person.locked_until <= now_ms THEN
        person.failures := (person.failures + 1) % 5;
        person.locked_until := CASE WHEN person.failures = 0 THEN now_ms + 300000 ELSE 0 END;
        UPDATE loge.staff AS s SET failures = person.failures, locked_until = person.locked_until,
            version = s.version + 1
        WHERE s.house = here.house AND s.name = of_name;
        PERFORM loge.pin_noted(here.house, of_name, here.till, 'wrong PIN');
    END IF;
    RETURN greatest(0, person.locked_until - now_ms);
END
$$;

-- Whoever calls has just given his PIN: for how many milliseconds he is locked all the same. If he
-- is not, the count of his wrong ones begins anew.
CREATE FUNCTION loge.pin_right() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    person loge.staff;
    now_ms bigint := loge.now_ms();
BEGIN
    SELECT s.* INTO person FROM loge.login AS l
    JOIN loge.staff AS s ON s.house = l.house AND s.name = l.name
    WHERE l.login = session_user;
    IF person.locked_until > now_ms THEN
        RETURN person.locked_until - now_ms;
    END IF;
    IF person.failures > 0 OR person.locked_until > 0 THEN
        UPDATE loge.staff AS s SET failures = 0, locked_until = 0, version = s.version + 1
        WHERE s.house = person.house AND s.name = person.name;
        PERFORM loge.pin_noted(person.house, person.name, '', 'signed in after wrong PINs');
    END IF;
    RETURN 0;
END
$$;

-- Whoever calls has just given his PIN, and shows what a till's acts show (loge.act_secret): from now on what he
-- does at that till comes home. Answers as loge.pin_right.
CREATE FUNCTION loge.sign_in(shown bytea) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    locked_ms CONSTANT bigint := loge.pin_right();
BEGIN
    IF locked_ms = 0 THEN
        PERFORM loge.note_signed_in(l.house, j.device, l.name, '')
        FROM loge.login AS l
        JOIN loge.journal AS j ON j.house = l.house AND j.act_proof = sha256(shown)
            AND j.quarantine <> :QUARANTINE_REVOKED
        WHERE l.login = session_user;
    END IF;
    RETURN locked_ms;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.make_gate OWNER TO loge_staffer;
ALTER FUNCTION loge.pin_noted OWNER TO loge_staffer;
ALTER FUNCTION loge.pin_failed OWNER TO loge_staffer;
ALTER FUNCTION loge.pin_right OWNER TO loge_staffer;
GRANT EXECUTE ON FUNCTION loge.make_gate TO loge_owner, loge_supervisor, loge_manager;
GRANT EXECUTE ON FUNCTION loge.pin_failed TO loge_gate;
ALTER FUNCTION loge.sign_in OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.pin_right TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.sign_in
    TO loge_founder, loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
