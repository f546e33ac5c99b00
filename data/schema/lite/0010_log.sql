-- The log of all acts, its seals, and what each key has done.

CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    act INTEGER NOT NULL CHECK (act >= 0),
    actor TEXT NOT NULL,
    till TEXT NOT NULL,
    approver TEXT NOT NULL,
    role INTEGER NOT NULL CHECK (role BETWEEN :ROLE_SCANNER AND :ROLE_SERVICE),
    show_no INTEGER NOT NULL, -- 0: none
    seat_no INTEGER NOT NULL, -- -1: not about a seat
    version INTEGER NOT NULL,
    was INTEGER NOT NULL CHECK (was BETWEEN :SEAT_AVAILABLE AND :SEAT_BLOCKED),
    became INTEGER NOT NULL CHECK (became BETWEEN :SEAT_AVAILABLE AND :SEAT_BLOCKED),
    subject BLOB,
    held_ms INTEGER NOT NULL,
    reason TEXT NOT NULL,
    note TEXT NOT NULL,
    key BLOB,
    address TEXT NOT NULL DEFAULT '', -- of an act over HTTP: where it came from,
    client TEXT NOT NULL DEFAULT '',  -- and the name of its token
    approval INTEGER NOT NULL DEFAULT :APPROVAL_NONE -- who checked that the approver signed
        CHECK (approval BETWEEN :APPROVAL_NONE AND :APPROVAL_TILL),
    CHECK ((approver = '') = (approval = :APPROVAL_NONE))
) STRICT;
CREATE INDEX event_seat ON event (show_no, seat_no) WHERE seat_no >= 0;

-- Every `count` events are sealed by a hash over the seal before and their canonical bytes.
CREATE TABLE seal (
    block INTEGER PRIMARY KEY CHECK (block > 0),
    first_event INTEGER NOT NULL,
    last_event INTEGER NOT NULL CHECK (last_event >= first_event),
    at INTEGER NOT NULL,
    previous BLOB NOT NULL CHECK (length(previous) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- What a key has done.
CREATE TABLE receipt (
    key BLOB PRIMARY KEY CHECK (length(key) = 16),
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
    act INTEGER NOT NULL,
    at INTEGER NOT NULL,
    last_event INTEGER NOT NULL,
    answer TEXT NOT NULL
) STRICT, WITHOUT ROWID;
