-- Shifts: the money of a till.

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
