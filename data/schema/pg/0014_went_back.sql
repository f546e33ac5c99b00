-- A house that was restored from a backup: what tills and services know that it lost.

-- A standby that was behind took over, or a dump was restored: this house goes on from a past in
-- which acts are missing that it had acknowledged. One row for each such past, by the first till that
-- lacks an act; it stays until a manager settles it.
CREATE TABLE loge.went_back (
    house integer NOT NULL REFERENCES loge.house,
    no integer NOT NULL, -- by which people name it
    past text NOT NULL CHECK (past <> ''), -- server and timeline that the house goes on from
    before text NOT NULL, -- those it had when the first till asked last; '': not known
    noticed_at bigint NOT NULL,
    noticed_by text NOT NULL, -- a till
    since bigint NOT NULL, -- the last act that the house has of before: later ones may be missing
    settled_by text NOT NULL DEFAULT '',
    settled_at bigint NOT NULL DEFAULT 0, -- 0: not settled
    settled_for text NOT NULL DEFAULT '',
    PRIMARY KEY (house, past),
    UNIQUE (house, no)
);

-- What a till knows to be missing and brings back, by its key.
CREATE TABLE loge.went_back_act (
    house integer NOT NULL,
    past text NOT NULL,
    key uuid NOT NULL,
    till text NOT NULL,
    at bigint NOT NULL, -- when the house had acknowledged it, by the till's clock
    PRIMARY KEY (house, past, key),
    FOREIGN KEY (house, past) REFERENCES loge.went_back
);

-- Payments that a service had kept, and that the house lacks or has as they were before.
CREATE TABLE loge.went_back_intent (
    house integer NOT NULL,
    past text NOT NULL,
    id uuid NOT NULL,
    till text NOT NULL, -- of the service
    ref text NOT NULL, -- the provider's name for it
    PRIMARY KEY (house, past, id),
    FOREIGN KEY (house, past) REFERENCES loge.went_back
);
