-- Houses in one PostgreSQL database: who may come in, and the tables.
--
-- Money is whole minor units, times are wall milliseconds (0: not yet, none), ids are UUIDs (NULL:
-- none), enums are numbers, written as C names them (data/sql2c.awk); the qa views give
-- their names. `version` grows by one with each change of a row.
--
-- Who sees what. A person is a PostgreSQL login; loge.login says to which house it belongs and
-- what its role is. Every table has a house first in every key, and row-level security, forced on
-- the owner too, compares it with the house of the login (session_user, which nobody can choose).
-- Nobody who can log in may write a table: all writing is done by functions that belong to loge_fn.
--
-- Numbered files are migrations: tables, and who may read and write them. Functions, views, triggers and
-- the types of rows stand in code/ and are replaced as a whole whenever a program brings its schema
-- (src/adapter/pg_schema.c).
--
-- The roles are made beforehand by the program (roles are not part of a database).

CREATE SCHEMA loge AUTHORIZATION loge_owner;
CREATE SCHEMA qa AUTHORIZATION loge_owner;
SET ROLE loge_owner;
ALTER DEFAULT PRIVILEGES REVOKE ALL ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE ALL ON TYPES FROM PUBLIC;
GRANT USAGE ON SCHEMA loge TO loge_fn, loge_staffer, loge_scanner, loge_clerk, loge_supervisor,
    loge_manager, loge_service, loge_founder, loge_gate;
GRANT USAGE ON SCHEMA qa TO loge_supervisor, loge_manager, loge_service;

CREATE TABLE loge.migration (
    number integer PRIMARY KEY,
    name text NOT NULL,
    checksum bytea NOT NULL CHECK (length(checksum) = 32),
    applied_at bigint NOT NULL
);

CREATE TABLE loge.house (
    house integer PRIMARY KEY CHECK (house > 0),
    name text NOT NULL CHECK (name <> ''),
    currency text NOT NULL CHECK (length(currency) = 3),
    timezone text NOT NULL CHECK (to_timestamp(0) AT TIME ZONE timezone IS NOT NULL), -- else an error
    prefix text NOT NULL CHECK (prefix ~ '^[a-z][a-z0-9_]{0,29}$'), -- of its logins
    created_at bigint NOT NULL,
    uid uuid NOT NULL DEFAULT gen_random_uuid()
);
CREATE UNIQUE INDEX house_name ON loge.house (name);
CREATE UNIQUE INDEX house_prefix ON loge.house (prefix);

-- Two numbers that the program writes and that stay when code is replaced (src/adapter/pg_schema.c).
-- The cluster the houses were set up in, and what is added to its transaction ids to make event
-- ids: those still grow after a restore into another cluster, whose transaction ids began anew.
CREATE FUNCTION loge.cluster() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 0::bigint;
CREATE FUNCTION loge.event_base() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN 0::bigint;
GRANT EXECUTE ON FUNCTION loge.cluster, loge.event_base
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.event_base TO loge_staffer;

-- What a house wants done with entries that do not fit. No row: as the columns say.
CREATE TABLE loge.policy (
    house integer PRIMARY KEY REFERENCES loge.house,
    rebase boolean NOT NULL DEFAULT true,
    paid_beats_hold boolean NOT NULL DEFAULT false,
    reseat_most integer NOT NULL DEFAULT 6 CHECK (reseat_most BETWEEN 0 AND 100),
    lease_ms bigint NOT NULL DEFAULT 86400000 CHECK (lease_ms > 0),
    decide_ms bigint NOT NULL DEFAULT 3600000 CHECK (decide_ms >= 0), -- before the doors open
    web_refund boolean NOT NULL DEFAULT false, -- customers of the web may return tickets ...
    web_refund_until_ms bigint NOT NULL DEFAULT 86400000 CHECK (web_refund_until_ms >= 0),
    web_refund_fees boolean NOT NULL DEFAULT true, -- ... and the house keeps its fees
    list_ms bigint NOT NULL DEFAULT 1800000 CHECK (list_ms > 0), -- an older list of tickets is old
    list_scanner boolean NOT NULL DEFAULT false, -- a scanner admits by one without a supervisor
    bag_limit_g integer NOT NULL DEFAULT :BAG_LIMIT_G CHECK (bag_limit_g BETWEEN 0 AND :BAG_MOST_G),
    bag_fee bigint NOT NULL DEFAULT :BAG_FEE CHECK (bag_fee >= 0), -- of a heavier one
    version bigint NOT NULL CHECK (version > 0),
    -- For how many days a person may sign in at a till without the house.
    offline_days integer NOT NULL DEFAULT 14
        CHECK (offline_days BETWEEN 1 AND 365)
);
