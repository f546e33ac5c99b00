-- The journal of a till that goes on without the house, and what it keeps of the house beside it.
--
-- In a till's file the house's tables are a replica: show_seat shows a seat as the till's own acts
-- leave it. Entries never change; what the house answers stands beside them.

CREATE TABLE entry (
    seq INTEGER PRIMARY KEY CHECK (seq > 0), -- without gaps, through all epochs
    epoch INTEGER NOT NULL CHECK (epoch > 0),
    uid BLOB NOT NULL CHECK (length(uid) = 16), -- the act's key
    kind INTEGER NOT NULL CHECK (kind BETWEEN :ENTRY_SEATS AND :ENTRY_SCAN), -- enum entry_kind
    final INTEGER NOT NULL CHECK (final IN (0, 1)),
    at INTEGER NOT NULL, -- by this machine's clock; for people
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    signature BLOB NOT NULL CHECK (length(signature) = 64),
    body BLOB NOT NULL CHECK (length(body) BETWEEN 1 AND 98304),
    UNIQUE (epoch, uid)
) STRICT;

CREATE TABLE entry_state (
    seq INTEGER PRIMARY KEY REFERENCES entry,
    state INTEGER NOT NULL DEFAULT :ENTRY_PENDING CHECK (state BETWEEN :ENTRY_PENDING AND :ENTRY_RENEWED),
    kept INTEGER NOT NULL CHECK (kept IN (0, 1)), -- a later entry goes on with what it holds
    reason INTEGER NOT NULL DEFAULT :VERDICT_OK, -- enum verdict
    heading INTEGER NOT NULL DEFAULT :MERGE_PLAIN, -- enum merge_class
    settled_at INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Seats with an entry the house has not judged: how the house had them, and the latest such entry.
CREATE TABLE till_seat (
    show_no INTEGER NOT NULL,
    seat_no INTEGER NOT NULL,
    tip INTEGER NOT NULL CHECK (tip > 0),
    status INTEGER NOT NULL,
    version INTEGER NOT NULL,
    held_until INTEGER NOT NULL,
    open_to INTEGER NOT NULL,
    allotment INTEGER NOT NULL,
    holder BLOB CHECK (holder IS NULL OR length(holder) = 16),
    PRIMARY KEY (show_no, seat_no),
    FOREIGN KEY (show_no, seat_no) REFERENCES show_seat
) STRICT, WITHOUT ROWID;

-- Grows whenever a show's plan or prices change at the house.
CREATE TABLE till_show (
    show_no INTEGER PRIMARY KEY REFERENCES show,
    terms INTEGER NOT NULL
) STRICT;

CREATE TABLE till_meta (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    device BLOB NOT NULL CHECK (length(device) = 16),
    till INTEGER NOT NULL CHECK (till BETWEEN 0 AND 65535),
    epoch INTEGER NOT NULL CHECK (epoch > 0),
    start_seq INTEGER NOT NULL,
    head_seq INTEGER NOT NULL,
    start_hash BLOB NOT NULL CHECK (length(start_hash) = 32),
    head_hash BLOB NOT NULL CHECK (length(head_hash) = 32),
    first_open INTEGER NOT NULL,
    cursor INTEGER NOT NULL,
    lease_boot BLOB CHECK (lease_boot IS NULL OR length(lease_boot) = 16),
    lease_ends INTEGER NOT NULL,
    giving_back INTEGER NOT NULL CHECK (giving_back IN (0, 1)),
    give_back_through INTEGER NOT NULL,
    -- The house's last word on whether it takes this till's journal (struct till_shut_out): whoever looks
    -- at the till without asking the house sees it.
    shut_out INTEGER NOT NULL DEFAULT :SYNC_OK, -- enum sync_status
    shut_out_why INTEGER NOT NULL DEFAULT :QUARANTINE_NONE, -- enum quarantine
    shut_out_at INTEGER NOT NULL DEFAULT 0
) STRICT;

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

-- The latest entry of this till's journal that is about a sale: its papers say which.
CREATE TABLE sale_entry (
    sale BLOB PRIMARY KEY CHECK (length(sale) = 16),
    epoch INTEGER NOT NULL CHECK (epoch > 0),
    seq INTEGER NOT NULL CHECK (seq > 0)
) STRICT, WITHOUT ROWID;
