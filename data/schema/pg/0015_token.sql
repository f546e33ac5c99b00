-- Tokens: what programs that are no till (web shops, devices) show the house's service.
--
-- Only the SHA-256 of a token is kept; the token itself has 256 bits of chance, so its hash needs no
-- salt and tells nothing. What a token may is a bit each (enum token_scope). A house sees its own, and
-- whoever made or ended one stands in the log.

CREATE TABLE loge.token (
    house integer NOT NULL REFERENCES loge.house,
    hash bytea NOT NULL CHECK (length(hash) = 32),
    name text NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9_.-]{0,22}$'),
    scopes smallint NOT NULL CHECK (scopes BETWEEN 1 AND 31),
    made_by text NOT NULL,
    made_at bigint NOT NULL,
    revoked_by text NOT NULL DEFAULT '',
    revoked_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (house, hash)
);
CREATE UNIQUE INDEX token_name ON loge.token (house, name) WHERE revoked_at = 0;

-- What the keys of the tokens' requests are derived with. A client chooses its Idempotency-Key, often
-- badly ("basket-1"), and the ids and codes of an order follow from the key of its act: without a
-- secret whoever guesses the one computes the others. It is the house's and not an instance's, so that
-- a request that is repeated at another instance is the same act. Only those who may serve learn it.
CREATE TABLE loge.token_secret (
    house integer PRIMARY KEY REFERENCES loge.house,
    secret bytea NOT NULL CHECK (length(secret) = 32)
);
