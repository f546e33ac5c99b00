-- Tokens: what programs that are no till (web shops, devices) show the house's service.
--
-- Only the SHA-256 of a token is kept; the token itself has 256 bits of chance, so its hash needs no
-- salt and tells nothing. What a token may is a bit each (enum token_scope). A house sees its own, and
-- whoever made or ended one stands in the log.

CREATE TABLE loge.token (
    house integer NOT NULL REFERENCES loge.house,
    hash bytea NOT NULL CHECK (length(hash) = 32),
    name text NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9_.-]{0,22}$'),
    scopes smallint NOT NULL CHECK (scopes BETWEEN 1 AND 15),
    made_by text NOT NULL,
    made_at bigint NOT NULL,
    revoked_by text NOT NULL DEFAULT '',
    revoked_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (house, hash)
);
CREATE UNIQUE INDEX token_name ON loge.token (house, name) WHERE revoked_at = 0;
ALTER TABLE loge.token ENABLE ROW LEVEL SECURITY;
ALTER TABLE loge.token FORCE ROW LEVEL SECURITY;
CREATE POLICY own_house ON loge.token USING (house =
    (SELECT l.house FROM loge.login AS l WHERE l.login = session_user));
GRANT SELECT ON loge.token TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE ON loge.token TO loge_fn;

-- What the keys of the tokens' requests are derived with. A client chooses its Idempotency-Key, often
-- badly ("basket-1"), and the ids and codes of an order follow from the key of its act: without a
-- secret whoever guesses the one computes the others. It is the house's and not an instance's, so that
-- a request that is repeated at another instance is the same act. Only those who may serve learn it.
CREATE TABLE loge.token_secret (
    house integer PRIMARY KEY REFERENCES loge.house,
    secret bytea NOT NULL CHECK (length(secret) = 32)
);
ALTER TABLE loge.token_secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE loge.token_secret FORCE ROW LEVEL SECURITY;
CREATE POLICY own_house ON loge.token_secret USING (house =
    (SELECT l.house FROM loge.login AS l WHERE l.login = session_user));
GRANT SELECT, INSERT ON loge.token_secret TO loge_fn;

-- The house's, made when it is first asked for: 244 bits of chance. NULL: no house.
CREATE FUNCTION loge.token_secret_1() RETURNS bytea LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    INSERT INTO loge.token_secret (house, secret)
    SELECT me.house, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
    WHERE me.house IS NOT NULL AND NOT EXISTS (SELECT FROM loge.token_secret AS t WHERE t.house = me.house)
    ON CONFLICT DO NOTHING;
    RETURN (SELECT t.secret FROM loge.token_secret AS t WHERE t.house = me.house);
END
$$;

CREATE FUNCTION loge.token_note(me loge.doer, what text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
        version, was, became, subject, held_ms, reason, note, key)
    VALUES (me.house, me.base + 1, me.now_ms, :ACT_STAFF, me.name, me.till, '', me.role, 0, -1, 0, 0, 0,
        NULL, 0, '', what, NULL)
$$;

-- A new token. Answers: 0; ANSWER_NOT_ALLOWED not a manager; ANSWER_INVALID another token has this name.
CREATE FUNCTION loge.token_new_1(till text, token_name text, may smallint, print bytea)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who(till);
    made integer;
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BIT_MANAGER = 0 THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    INSERT INTO loge.token (house, hash, name, scopes, made_by, made_at)
    VALUES (me.house, print, token_name, may, me.name, me.now_ms)
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS made = ROW_COUNT;
    IF made = 0 THEN
        RETURN :ANSWER_INVALID;
    END IF;
    PERFORM loge.token_note(me, 'token ' || token_name);
    RETURN 0;
END
$$;

-- No good any more. Answers: 0; ANSWER_NOT_ALLOWED not a manager; ANSWER_NOT_FOUND there is none of this
-- name.
CREATE FUNCTION loge.token_revoke_1(till text, token_name text)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who(till);
    ended integer;
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BIT_MANAGER = 0 THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    UPDATE loge.token AS t SET revoked_by = me.name, revoked_at = me.now_ms
    WHERE t.house = me.house AND t.name = token_name AND t.revoked_at = 0;
    GET DIAGNOSTICS ended = ROW_COUNT;
    IF ended = 0 THEN
        RETURN :ANSWER_NOT_FOUND;
    END IF;
    PERFORM loge.token_note(me, 'token ' || token_name || ' revoked');
    RETURN 0;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.token_new_1 OWNER TO loge_fn;
ALTER FUNCTION loge.token_revoke_1 OWNER TO loge_fn;
ALTER FUNCTION loge.token_secret_1 OWNER TO loge_fn;
REVOKE ALL ON FUNCTION loge.token_note, loge.token_new_1, loge.token_revoke_1, loge.token_secret_1
    FROM PUBLIC;
GRANT EXECUTE ON FUNCTION loge.token_note TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.token_new_1, loge.token_revoke_1 TO loge_manager;
GRANT EXECUTE ON FUNCTION loge.token_secret_1 TO loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
