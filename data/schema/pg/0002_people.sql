-- People, their logins, what they signed for others, and the gates of tills.

CREATE TABLE loge.staff (
    house integer NOT NULL REFERENCES loge.house,
    name text NOT NULL CHECK (name <> ''),
    role smallint NOT NULL CHECK (role BETWEEN :ROLE_SCANNER AND :ROLE_SERVICE),
    disabled boolean NOT NULL,
    failures integer NOT NULL CHECK (failures >= 0),
    locked_until bigint NOT NULL,
    pin_hash text NOT NULL,
    badge text NOT NULL, -- two hex digits of its hash to find it by, an argon2id hash; '': none
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, name)
);

-- carries: brings acts of others (what tills did while they were offline); their names stand.
CREATE TABLE loge.login (
    login name PRIMARY KEY,
    house integer NOT NULL REFERENCES loge.house,
    name text NOT NULL,
    role smallint NOT NULL CHECK (role BETWEEN :ROLE_SCANNER AND :ROLE_SERVICE),
    carries boolean NOT NULL,
    disabled boolean NOT NULL
);

-- A supervisor's signature under one act of somebody else.
CREATE TABLE loge.approval (
    house integer NOT NULL REFERENCES loge.house,
    key uuid NOT NULL,
    fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
    approver text NOT NULL,
    role smallint NOT NULL CHECK (role BETWEEN :ROLE_SCANNER AND :ROLE_SERVICE),
    at bigint NOT NULL,
    PRIMARY KEY (house, key, approver)
);

CREATE TABLE loge.gate (
    login name PRIMARY KEY,
    house integer NOT NULL REFERENCES loge.house,
    till text NOT NULL CHECK (till <> ''),
    UNIQUE (house, till)
);
