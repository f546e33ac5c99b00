-- Who asked the house's service too fast, and who is shut out for it. Instances of the service look
-- here every few seconds, so one that is shut out by one is shut out by all, and let in again by all.
--
-- asker: an address (of IPv6 its /64), or 't:' and the name of a token. rule: enum pace_verdict. until 0:
-- it was only refused.
--
-- count: how many were counted from first_at to last_at, where most are allowed in the rule's window.
-- client, route and show are of the request that broke the rule: the name of its token (never the
-- token), its route as openapi.json names it, and the show in its path.

CREATE TABLE loge.abuse (
    house integer NOT NULL REFERENCES loge.house,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    at bigint NOT NULL,
    asker text NOT NULL CHECK (length(asker) BETWEEN 1 AND 63),
    rule smallint NOT NULL CHECK (rule BETWEEN :PACE_REQUESTS AND :PACE_LOOKUPS),
    until bigint NOT NULL,
    count integer NOT NULL DEFAULT 1,
    most integer NOT NULL DEFAULT 0,
    first_at bigint NOT NULL DEFAULT 0,
    last_at bigint NOT NULL DEFAULT 0,
    client text NOT NULL DEFAULT '' CHECK (length(client) <= 63),
    route text NOT NULL DEFAULT '' CHECK (length(route) <= 95),
    show text NOT NULL DEFAULT '' CHECK (length(show) <= 63),
    unblocked_by text NOT NULL DEFAULT '',
    unblocked_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (house, id)
);
CREATE INDEX abuse_at ON loge.abuse (house, at);
CREATE INDEX abuse_live ON loge.abuse (house, until) WHERE unblocked_at = 0;
ALTER TABLE loge.abuse ENABLE ROW LEVEL SECURITY;
ALTER TABLE loge.abuse FORCE ROW LEVEL SECURITY;
CREATE POLICY own_house ON loge.abuse USING (house =
    (SELECT l.house FROM loge.login AS l WHERE l.login = session_user));
GRANT SELECT ON loge.abuse TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON loge.abuse TO loge_fn;

-- Writes an event, or how far the one of this asker, rule and moment has grown. Answers: 0;
-- ANSWER_NOT_ALLOWED not somebody who serves. Rows older than a month go on the way, a few at a time.
CREATE FUNCTION loge.abuse_note_1(till text, whose text, broken smallint, when_ms bigint,
    until_ms bigint, counted integer, allowed integer, first_ms bigint, last_ms bigint, by_client text,
    at_route text, of_show text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who(till);
BEGIN
    IF me.house IS NULL THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    UPDATE loge.abuse AS a SET count = greatest(a.count, counted), last_at = greatest(a.last_at, last_ms)
    WHERE a.house = me.house AND a.at = when_ms AND a.asker = whose AND a.rule = broken;
    IF NOT FOUND THEN
        INSERT INTO loge.abuse (house, at, asker, rule, until, count, most, first_at, last_at, client,
            route, show)
        VALUES (me.house, when_ms, whose, broken, until_ms, counted, allowed, first_ms, last_ms,
            by_client, at_route, of_show);
    END IF;
    DELETE FROM loge.abuse AS a
    WHERE a.house = me.house AND a.id IN (SELECT o.id FROM loge.abuse AS o
        WHERE o.house = me.house AND o.at < me.now_ms - 2592000000 ORDER BY o.at LIMIT 100);
    RETURN 0;
END
$$;

-- Lets somebody in again. Answers: 0; ANSWER_NOT_ALLOWED not a supervisor, a manager or a service;
-- ANSWER_NOT_FOUND is not shut out.
CREATE FUNCTION loge.abuse_unblock_1(till text, whose text)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who(till);
    changed integer;
BEGIN
    IF me.house IS NULL THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    UPDATE loge.abuse AS a SET unblocked_by = me.name, unblocked_at = me.now_ms
    WHERE a.house = me.house AND a.asker = whose AND a.until > me.now_ms AND a.unblocked_at = 0;
    GET DIAGNOSTICS changed = ROW_COUNT;
    RETURN CASE WHEN changed = 0 THEN :ANSWER_NOT_FOUND ELSE 0 END;
END
$$;

-- SCOPE_UNLIMITED: its requests are not counted (a shop of the house's own, whose visitors all come by
-- it).
ALTER TABLE loge.token DROP CONSTRAINT token_scopes_check;
ALTER TABLE loge.token ADD CONSTRAINT token_scopes_check CHECK (scopes BETWEEN 1 AND 31);

RESET ROLE;
ALTER FUNCTION loge.abuse_note_1 OWNER TO loge_fn;
ALTER FUNCTION loge.abuse_unblock_1 OWNER TO loge_fn;
REVOKE ALL ON FUNCTION loge.abuse_note_1, loge.abuse_unblock_1 FROM PUBLIC;
GRANT EXECUTE ON FUNCTION loge.abuse_note_1, loge.abuse_unblock_1
    TO loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
