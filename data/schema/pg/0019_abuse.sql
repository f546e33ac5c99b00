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
    asker text NOT NULL CHECK (asker <> ''),
    rule smallint NOT NULL CHECK (rule <> :PACE_OK),
    until bigint NOT NULL,
    count integer NOT NULL DEFAULT 1,
    most integer NOT NULL DEFAULT 0,
    first_at bigint NOT NULL DEFAULT 0,
    last_at bigint NOT NULL DEFAULT 0,
    client text NOT NULL DEFAULT '',
    route text NOT NULL DEFAULT '',
    show text NOT NULL DEFAULT '',
    unblocked_by text NOT NULL DEFAULT '',
    unblocked_at bigint NOT NULL DEFAULT 0,
    CHECK ({ranges abuse}),
    PRIMARY KEY (house, id)
);
CREATE INDEX abuse_at ON loge.abuse (house, at);
CREATE INDEX abuse_live ON loge.abuse (house, until) WHERE unblocked_at = 0;
