-- The house in one SQLite file.
--
-- Money is whole minor units, times are wall milliseconds (0: not yet, none), ids are UUIDs of 16
-- bytes (NULL: none), enums are numbers, written as C names them (data/sql2c.awk); the qa_ views give
-- their names. `version` grows by one with each change of a row.
-- Foreign keys are checked at once, so apply writes parents before children: a key that waits for
-- COMMIT makes SQLite walk whole tables for children whenever a parent comes late. Only hold.sale
-- waits, because a hold and its sale name one another.
--
-- Numbered files are migrations: tables and indexes. Views and triggers stand in code/ and are replaced as a
-- whole whenever a program brings its schema (sync/lite_schema.c).

CREATE TABLE migration (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    checksum BLOB NOT NULL CHECK (length(checksum) = 32),
    applied_at INTEGER NOT NULL
) STRICT;

CREATE TABLE house (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    name TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    timezone TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    list_ms INTEGER NOT NULL DEFAULT 1800000 CHECK (list_ms > 0), -- an older list of tickets is old
    list_scanner INTEGER NOT NULL DEFAULT 0 CHECK (list_scanner IN (0, 1)), -- and scanners admit by it
    bag_limit_g INTEGER NOT NULL DEFAULT 25000
        CHECK (bag_limit_g BETWEEN 0 AND 500000), -- the heaviest bag that costs nothing
    bag_fee INTEGER NOT NULL DEFAULT 5000
        CHECK (bag_fee BETWEEN 0 AND 100000000000) -- of a heavier one
) STRICT;
