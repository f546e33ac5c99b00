-- How far a till's replica of the house is, and who may sign in at the till without the house.

CREATE TABLE till_replica (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    event INTEGER NOT NULL, -- the mark, as the house gave it (src/port/replica.h)
    step INTEGER NOT NULL,
    at INTEGER NOT NULL,
    key BLOB CHECK (key IS NULL OR length(key) = 16),
    until INTEGER NOT NULL,
    ready INTEGER NOT NULL CHECK (ready IN (0, 1)), -- the first pull was finished
    listed INTEGER NOT NULL, -- by the house's clock: when all there was had been taken
    boot BLOB NOT NULL CHECK (length(boot) = 16), -- this machine's clocks when the house answered last
    mono INTEGER NOT NULL,
    wall INTEGER NOT NULL,
    house INTEGER NOT NULL, -- and the house's clock then
    doubt INTEGER NOT NULL, -- by how much it may be wrong (src/domain/heard_clock.h)
    days INTEGER NOT NULL, -- for how long a person may sign in here without the house
    settled INTEGER NOT NULL -- rows that entries up to this one wrote are as the house has them
) STRICT;

CREATE TABLE till_credential (
    name TEXT PRIMARY KEY CHECK (name <> ''),
    since INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
