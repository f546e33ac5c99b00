-- Customers, their orders, tickets and payments.

CREATE TABLE customer (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
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
    version INTEGER NOT NULL CHECK (version > 0),
    collected_at INTEGER NOT NULL DEFAULT 0 CHECK (collected_at >= 0) -- when its tickets were handed over
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
CREATE INDEX ticket_id ON ticket (id);
