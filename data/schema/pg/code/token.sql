-- Tokens are made and revoked by managers (loge.token).

-- The house's, made when it is first asked for: 244 bits of chance. NULL: no house.
CREATE FUNCTION loge.read_token_secret() RETURNS bytea LANGUAGE plpgsql SECURITY DEFINER
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
    INSERT INTO loge.event (house, id, {columns event})
    VALUES (me.house, me.base + 1, {values of event but at = me.now_ms; act = :ACT_STAFF;
        actor = me.name; till = me.till; role = me.role; seat_no = -1; note = what})
$$;

-- A new token. Answers: 0; ANSWER_NOT_ALLOWED not a manager; ANSWER_INVALID another token has this name.
CREATE FUNCTION loge.token_new(till text, shown bytea, token_name text, may smallint, print bytea)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer;
    made integer;
BEGIN
    SELECT w.* INTO me FROM loge.who_at(till, shown) AS w;
    IF me.house IS NULL OR me.may & :ROLE_BIT_MANAGER = 0 THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    PERFORM loge.expect_at(me);
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
CREATE FUNCTION loge.token_revoke(till text, shown bytea, token_name text)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer;
    ended integer;
BEGIN
    SELECT w.* INTO me FROM loge.who_at(till, shown) AS w;
    IF me.house IS NULL OR me.may & :ROLE_BIT_MANAGER = 0 THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    PERFORM loge.expect_at(me);
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
ALTER FUNCTION loge.read_token_secret OWNER TO loge_fn;
ALTER FUNCTION loge.token_new OWNER TO loge_fn;
ALTER FUNCTION loge.token_revoke OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.read_token_secret TO loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.token_new, loge.token_revoke TO loge_manager;
