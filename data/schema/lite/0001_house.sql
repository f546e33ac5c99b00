-- The house in one SQLite file.
--
-- Money is whole minor units, times are wall milliseconds (0: not yet, none), ids are UUIDs of 16
-- bytes (NULL: none), enums are the numbers of src/domain/entity.h and seat.h; the qa_ views at the
-- end give their names. `version` grows by one with each change of a row.
-- Foreign keys are checked at once, so apply writes parents before children: a key that waits for
-- COMMIT makes SQLite walk whole tables for children whenever a parent comes late. Only hold.sale
-- waits, because a hold and its sale name one another.

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
    list_scanner INTEGER NOT NULL DEFAULT 0 CHECK (list_scanner IN (0, 1)) -- and scanners admit by it
) STRICT;

CREATE TABLE staff (
    name TEXT PRIMARY KEY CHECK (name <> ''),
    role INTEGER NOT NULL CHECK (role BETWEEN :ROLE_SCANNER AND :ROLE_SERVICE),
    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    failures INTEGER NOT NULL CHECK (failures >= 0),
    locked_until INTEGER NOT NULL,
    pin_hash TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE customer (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;

-- ---- halls: what is drawn ---------------------------------------------------------------------

CREATE TABLE hall (
    no INTEGER PRIMARY KEY CHECK (no > 0),
    id TEXT NOT NULL UNIQUE CHECK (id <> ''),
    name TEXT NOT NULL,
    seats INTEGER NOT NULL CHECK (seats >= 0),
    next_seat INTEGER NOT NULL CHECK (next_seat >= 0), -- first seat number never used
    plan_version INTEGER NOT NULL CHECK (plan_version > 0),
    plan_name TEXT NOT NULL,
    focal_x REAL NOT NULL,
    focal_y REAL NOT NULL,
    width REAL NOT NULL,
    height REAL NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT;

CREATE TABLE hall_document (
    hall_no INTEGER PRIMARY KEY REFERENCES hall,
    document TEXT NOT NULL
) STRICT;

CREATE TABLE hall_class (
    hall_no INTEGER NOT NULL REFERENCES hall,
    class_no INTEGER NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    name TEXT NOT NULL,
    colour TEXT NOT NULL,
    PRIMARY KEY (hall_no, class_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE hall_section (
    hall_no INTEGER NOT NULL REFERENCES hall,
    section_no INTEGER NOT NULL CHECK (section_no >= 0), -- index in the plan, as drawn
    name TEXT NOT NULL,
    x REAL NOT NULL,
    y REAL NOT NULL,
    PRIMARY KEY (hall_no, section_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE hall_row (
    hall_no INTEGER NOT NULL REFERENCES hall,
    row_no INTEGER NOT NULL CHECK (row_no >= 0), -- index in the plan, as drawn
    section_no INTEGER NOT NULL CHECK (section_no >= 0),
    label TEXT NOT NULL,
    line INTEGER NOT NULL,
    PRIMARY KEY (hall_no, row_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE hall_seat (
    hall_no INTEGER NOT NULL REFERENCES hall,
    seat_no INTEGER NOT NULL CHECK (seat_no >= 0), -- identity, never used again
    pos INTEGER NOT NULL CHECK (pos >= 0),         -- index in the plan, as drawn
    row_no INTEGER NOT NULL CHECK (row_no >= 0),
    run INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    x REAL NOT NULL,
    y REAL NOT NULL,
    class_no INTEGER NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    flags INTEGER NOT NULL CHECK (flags BETWEEN 0 AND 255),
    number TEXT NOT NULL,
    label TEXT NOT NULL,
    guid TEXT NOT NULL,
    retired INTEGER NOT NULL CHECK (retired BETWEEN 0 AND 2), -- 2: while a new plan is written
    PRIMARY KEY (hall_no, seat_no)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX hall_seat_label ON hall_seat (hall_no, label) WHERE retired = 0;
CREATE INDEX hall_seat_row ON hall_seat (hall_no, row_no, pos) WHERE retired = 0;

CREATE TABLE hall_area (
    hall_no INTEGER NOT NULL REFERENCES hall,
    area_no INTEGER NOT NULL CHECK (area_no >= 0),
    kind INTEGER NOT NULL CHECK (kind BETWEEN :AREA_STAGE AND :AREA_POLYGON),
    x REAL NOT NULL,
    y REAL NOT NULL,
    width REAL NOT NULL,
    height REAL NOT NULL,
    rotation REAL NOT NULL,
    text TEXT NOT NULL,
    colour TEXT NOT NULL,
    border TEXT NOT NULL,
    text_x REAL NOT NULL,
    text_y REAL NOT NULL,
    text_size REAL NOT NULL,
    text_colour TEXT NOT NULL,
    points TEXT NOT NULL, -- JSON: [x,y,x,y ...]
    section_no INTEGER NOT NULL, -- -1: none
    guid TEXT NOT NULL,
    PRIMARY KEY (hall_no, area_no)
) STRICT, WITHOUT ROWID;

-- ---- shows: who sits where --------------------------------------------------------------------

CREATE TABLE show (
    no INTEGER PRIMARY KEY CHECK (no > 0),
    id TEXT NOT NULL UNIQUE CHECK (id <> ''),
    title TEXT NOT NULL,
    hall_no INTEGER NOT NULL REFERENCES hall,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    status INTEGER NOT NULL CHECK (status BETWEEN :SHOW_DRAFT AND :SHOW_CLOSED),
    starts_at INTEGER NOT NULL,
    hold_ttl_ms INTEGER NOT NULL,
    extend_ms INTEGER NOT NULL,
    ceiling_ms INTEGER NOT NULL,
    gap_rule INTEGER NOT NULL CHECK (gap_rule IN (0, 1)),
    one_hold INTEGER NOT NULL CHECK (one_hold IN (0, 1)),
    fee INTEGER NOT NULL CHECK (fee >= 0),
    tax_bp INTEGER NOT NULL CHECK (tax_bp >= 0),
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT;

CREATE INDEX show_hall ON show (hall_no);

CREATE TABLE price (
    show_no INTEGER NOT NULL REFERENCES show,
    class_no INTEGER NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    adult INTEGER NOT NULL CHECK (adult >= -1), -- -1: not sold as this
    child INTEGER NOT NULL CHECK (child >= -1),
    senior INTEGER NOT NULL CHECK (senior >= -1),
    student INTEGER NOT NULL CHECK (student >= -1),
    comp INTEGER NOT NULL CHECK (comp >= -1),
    PRIMARY KEY (show_no, class_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE show_seat (
    show_no INTEGER NOT NULL REFERENCES show,
    seat_no INTEGER NOT NULL CHECK (seat_no >= 0),
    status INTEGER NOT NULL CHECK (status BETWEEN :SEAT_AVAILABLE AND :SEAT_BLOCKED),
    version INTEGER NOT NULL CHECK (version > 0),
    holder BLOB CHECK (holder IS NULL OR length(holder) = 16), -- the hold, or the sale
    held_until INTEGER NOT NULL DEFAULT 0,
    open_to INTEGER NOT NULL DEFAULT 0 CHECK (open_to BETWEEN 0 AND 255),
    allotment INTEGER NOT NULL DEFAULT 0 CHECK (allotment BETWEEN 0 AND 65535),
    retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)), -- no longer in the plan
    PRIMARY KEY (show_no, seat_no),
    CHECK ((status IN (:SEAT_HELD, :SEAT_SOLD)) = (holder IS NOT NULL)),
    CHECK (status = :SEAT_HELD OR held_until = 0),
    CHECK (status = :SEAT_BLOCKED OR open_to = 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE hold (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    show_no INTEGER NOT NULL REFERENCES show,
    status INTEGER NOT NULL CHECK (status BETWEEN :HOLD_ACTIVE AND :HOLD_CANCELLED),
    ending INTEGER NOT NULL CHECK (ending BETWEEN :END_NONE AND :END_SYNC_CONFLICT),
    source INTEGER NOT NULL CHECK (source BETWEEN :SOURCE_COUNTER AND :SOURCE_WAITLIST),
    holder TEXT NOT NULL,
    till TEXT NOT NULL,
    email TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ceiling_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    paying_until INTEGER NOT NULL,
    sale BLOB REFERENCES sale DEFERRABLE INITIALLY DEFERRED,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;

-- Open holds only: what the sweep and the lists of the counter look at.
CREATE INDEX hold_open ON hold (expires_at) WHERE status IN (:HOLD_ACTIVE, :HOLD_PAYING);

-- One row a seat a hold has or had.
CREATE TABLE claim (
    hold_id BLOB NOT NULL REFERENCES hold,
    seat_no INTEGER NOT NULL,
    show_no INTEGER NOT NULL,
    live INTEGER NOT NULL CHECK (live IN (0, 1)),
    PRIMARY KEY (hold_id, seat_no),
    FOREIGN KEY (show_no, seat_no) REFERENCES show_seat
) STRICT, WITHOUT ROWID;

-- The airbag behind the brake: whatever went wrong before, two live claims on a seat cannot be.
CREATE UNIQUE INDEX claim_live ON claim (show_no, seat_no) WHERE live = 1;

-- ---- money ------------------------------------------------------------------------------------

CREATE TABLE shift (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    till TEXT NOT NULL,
    staff TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER NOT NULL,
    float_amount INTEGER NOT NULL CHECK (float_amount >= 0),
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    expected_cash INTEGER NOT NULL,
    expected_card INTEGER NOT NULL,
    expected_voucher INTEGER NOT NULL,
    counted_cash INTEGER NOT NULL,
    counted_card INTEGER NOT NULL,
    counted_voucher INTEGER NOT NULL,
    reason TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX shift_open ON shift (till) WHERE closed_at = 0;

CREATE TABLE shift_move (
    shift BLOB NOT NULL REFERENCES shift,
    id BLOB NOT NULL CHECK (length(id) = 16),
    kind INTEGER NOT NULL CHECK (kind BETWEEN :MOVE_DROP AND :MOVE_PAID_OUT),
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (shift, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE sale (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    code TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (code <> ''),
    show_no INTEGER NOT NULL REFERENCES show,
    status INTEGER NOT NULL CHECK (status BETWEEN :SALE_PAID AND :SALE_REFUNDED),
    hold BLOB REFERENCES hold,
    customer BLOB REFERENCES customer,
    shift BLOB REFERENCES shift,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    total INTEGER NOT NULL CHECK (total >= 0),
    paid INTEGER NOT NULL,
    sold_by TEXT NOT NULL,
    till TEXT NOT NULL,
    sold_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX sale_due ON sale (show_no, sold_at, id) WHERE status = :SALE_DUE;

CREATE TABLE ticket (
    sale BLOB NOT NULL REFERENCES sale,
    id BLOB NOT NULL CHECK (length(id) = 16),
    code TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (code <> ''),
    show_no INTEGER NOT NULL,
    seat_no INTEGER NOT NULL,
    status INTEGER NOT NULL CHECK (status BETWEEN :TICKET_VALID AND :TICKET_REPRINTED),
    type INTEGER NOT NULL CHECK (type BETWEEN :TYPE_ADULT AND :TYPE_COMP),
    class_no INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    price INTEGER NOT NULL,
    discount INTEGER NOT NULL CHECK (discount >= 0),
    fee INTEGER NOT NULL,
    tax INTEGER NOT NULL,
    total INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    sold_at INTEGER NOT NULL DEFAULT 0, -- in reports; when and where (entity.h, struct ticket)
    sold_by TEXT NOT NULL DEFAULT '',
    till TEXT NOT NULL DEFAULT '',
    ended_at INTEGER NOT NULL DEFAULT 0,
    ended_by TEXT NOT NULL DEFAULT '',
    ended_till TEXT NOT NULL DEFAULT '',
    kept INTEGER NOT NULL DEFAULT 0 CHECK (kept >= 0),
    late INTEGER NOT NULL DEFAULT 0 CHECK (late BETWEEN 0 AND :TICKET_LATE_MASK), -- bits of enum ticket_late
    PRIMARY KEY (sale, id),
    FOREIGN KEY (show_no, seat_no) REFERENCES show_seat
) STRICT, WITHOUT ROWID;

-- A second airbag: one valid ticket a seat.
CREATE UNIQUE INDEX ticket_valid ON ticket (show_no, seat_no) WHERE status = :TICKET_VALID;

CREATE TABLE payment (
    sale BLOB NOT NULL REFERENCES sale,
    id BLOB NOT NULL CHECK (length(id) = 16),
    shift BLOB REFERENCES shift,
    tender INTEGER NOT NULL CHECK (tender BETWEEN :TENDER_CASH AND :TENDER_VOUCHER),
    amount INTEGER NOT NULL, -- negative: given back
    given INTEGER NOT NULL,
    auth TEXT NOT NULL,
    voucher TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    late_at INTEGER NOT NULL DEFAULT 0, -- came home then, its day being over: reports count it there
    PRIMARY KEY (sale, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX payment_shift ON payment (shift) WHERE shift IS NOT NULL;

CREATE TABLE voucher (
    code TEXT PRIMARY KEY COLLATE NOCASE CHECK (code <> ''),
    kind INTEGER NOT NULL CHECK (kind BETWEEN :VOUCHER_AMOUNT AND :VOUCHER_GIFT),
    value INTEGER NOT NULL CHECK (value >= 0),
    budget INTEGER NOT NULL CHECK (budget >= 0),
    used INTEGER NOT NULL CHECK (used >= 0),
    max_uses INTEGER NOT NULL CHECK (max_uses >= 0),
    uses INTEGER NOT NULL CHECK (uses >= 0),
    max_tickets INTEGER NOT NULL CHECK (max_tickets >= 0),
    valid_from INTEGER NOT NULL,
    valid_until INTEGER NOT NULL,
    show_no INTEGER REFERENCES show, -- NULL: any
    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE waitlist (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    show_no INTEGER NOT NULL REFERENCES show,
    status INTEGER NOT NULL CHECK (status BETWEEN :WAIT_WAITING AND :WAIT_LEFT),
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    party INTEGER NOT NULL CHECK (party > 0),
    class_no INTEGER NOT NULL, -- -1: any
    section TEXT NOT NULL,
    accessible INTEGER NOT NULL CHECK (accessible >= 0),
    aisle INTEGER NOT NULL CHECK (aisle IN (0, 1)),
    together INTEGER NOT NULL CHECK (together IN (0, 1)),
    joined_at INTEGER NOT NULL,
    hold BLOB REFERENCES hold,
    code TEXT NOT NULL,
    till TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX waitlist_code ON waitlist (code);
CREATE INDEX waitlist_line ON waitlist (show_no, joined_at, id)
    WHERE status IN (:WAIT_WAITING, :WAIT_OFFERED);

-- ---- the log ----------------------------------------------------------------------------------

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
    client TEXT NOT NULL DEFAULT ''   -- and the name of its token
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

CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT raise(ABORT, 'the event log is append-only'); END;
CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT raise(ABORT, 'the event log is append-only'); END;
CREATE TRIGGER seal_is_never_changed BEFORE UPDATE ON seal
BEGIN SELECT raise(ABORT, 'seals are append-only'); END;
CREATE TRIGGER seal_is_never_deleted BEFORE DELETE ON seal
BEGIN SELECT raise(ABORT, 'seals are append-only'); END;
CREATE TRIGGER receipt_is_never_changed BEFORE UPDATE ON receipt
BEGIN SELECT raise(ABORT, 'receipts are append-only'); END;
CREATE TRIGGER receipt_is_never_deleted BEFORE DELETE ON receipt
BEGIN SELECT raise(ABORT, 'receipts are append-only'); END;
