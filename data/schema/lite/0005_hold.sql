-- Holds and the seats they have.

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
