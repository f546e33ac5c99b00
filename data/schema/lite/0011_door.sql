-- The door: keys that tickets are signed with, who is in, and every scan.
-- Only the public part of a key is here; the secret part never leaves the till that signs with it.

CREATE TABLE ticket_key (
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 65535), -- as tickets name it
    kind INTEGER NOT NULL CHECK (kind IN (:KEY_HOUSE, :KEY_PRETIX)),
    mark INTEGER NOT NULL,                                 -- the same for all keys of a house
    public BLOB NOT NULL CHECK (length(public) = 32),
    till TEXT NOT NULL,
    show_no INTEGER REFERENCES show, -- of pretix: for which show; NULL: any of the house
    subevent INTEGER NOT NULL CHECK (subevent >= 0),
    products TEXT NOT NULL, -- of pretix: those that admit, "12,14"; '': all of the event
    made_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT;
CREATE UNIQUE INDEX ticket_key_public ON ticket_key (public, subevent, coalesce(show_no, 0));

-- One row a ticket that ever was at a door; tickets of pretix have no row in ticket.
CREATE TABLE admission (
    ticket BLOB PRIMARY KEY CHECK (length(ticket) = 16),
    show_no INTEGER NOT NULL REFERENCES show,
    inside INTEGER NOT NULL CHECK (inside IN (0, 1)),
    entries INTEGER NOT NULL CHECK (entries >= 0),
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    gate INTEGER NOT NULL CHECK (gate BETWEEN 0 AND 255),
    till TEXT NOT NULL,
    blocked INTEGER NOT NULL CHECK (blocked IN (0, 1)),
    version INTEGER NOT NULL CHECK (version > 0),
    CHECK (entries > 0 OR inside = 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX admission_show ON admission (show_no, inside) WHERE entries > 0;

-- Every scan, refused ones too; the id grows with time. code: enum door_code.
CREATE TABLE scan (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    at INTEGER NOT NULL,
    show_no INTEGER NOT NULL REFERENCES show,
    gate INTEGER NOT NULL CHECK (gate BETWEEN 0 AND 255),
    code INTEGER NOT NULL CHECK (code >= 0),
    overridden INTEGER NOT NULL CHECK (overridden >= 0),
    leaving INTEGER NOT NULL CHECK (leaving IN (0, 1)),
    ticket BLOB CHECK (ticket IS NULL OR length(ticket) = 16),
    label TEXT NOT NULL,
    till TEXT NOT NULL,
    actor TEXT NOT NULL,
    approver TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX scan_show ON scan (show_no, id);
CREATE INDEX scan_refused ON scan (show_no) WHERE code > :DOOR_LIST_OLD;

-- One row for each time that a ticket was let in with a bag that was weighed. A fee is paid at once
-- and whole, or not at all.
CREATE TABLE checkin (
    ticket BLOB NOT NULL CHECK (length(ticket) = 16),
    entry INTEGER NOT NULL CHECK (entry > 0), -- which time it was let in
    show_no INTEGER NOT NULL REFERENCES show,
    status INTEGER NOT NULL CHECK (status BETWEEN :CHECKIN_IN_PROGRESS AND :CHECKIN_COMPLETED),
    weight_g INTEGER NOT NULL CHECK (weight_g BETWEEN 0 AND 500000),
    fee INTEGER NOT NULL CHECK (fee >= 0),
    at INTEGER NOT NULL,
    till TEXT NOT NULL,
    tender INTEGER NOT NULL CHECK (tender BETWEEN :TENDER_CASH AND :TENDER_VOUCHER),
    paid INTEGER NOT NULL,
    given INTEGER NOT NULL,
    auth TEXT NOT NULL,
    voucher TEXT NOT NULL,
    shift BLOB REFERENCES shift,
    version INTEGER NOT NULL CHECK (version > 0),
    late_at INTEGER NOT NULL DEFAULT 0, -- as in payment
    PRIMARY KEY (ticket, entry),
    CHECK (paid = CASE status WHEN :CHECKIN_COMPLETED THEN fee ELSE 0 END),
    CHECK (CASE status WHEN :CHECKIN_IN_PROGRESS THEN fee = 0 WHEN :CHECKIN_WAITING THEN fee > 0 ELSE 1 END),
    CHECK ((paid > 0) = (shift IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX checkin_shift ON checkin (shift) WHERE shift IS NOT NULL;
