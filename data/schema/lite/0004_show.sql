-- Shows: who sits where.

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
