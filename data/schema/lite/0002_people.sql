-- People.

CREATE TABLE staff (
    name TEXT PRIMARY KEY CHECK (name <> ''),
    role INTEGER NOT NULL CHECK (role BETWEEN :ROLE_SCANNER AND :ROLE_SERVICE),
    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    failures INTEGER NOT NULL CHECK (failures >= 0),
    locked_until INTEGER NOT NULL,
    pin_hash TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    badge TEXT NOT NULL DEFAULT '' -- two hex digits of its hash to find it by, an argon2id hash; '': none
) STRICT, WITHOUT ROWID;
