-- Shifts: the money of a till.

CREATE TABLE loge.shift (
    house integer NOT NULL REFERENCES loge.house,
    id uuid NOT NULL,
    till text NOT NULL,
    staff text NOT NULL,
    opened_at bigint NOT NULL,
    closed_at bigint NOT NULL,
    float_amount bigint NOT NULL CHECK (float_amount >= 0),
    currency text NOT NULL CHECK (length(currency) = 3),
    expected_cash bigint NOT NULL,
    expected_card bigint NOT NULL,
    expected_voucher bigint NOT NULL,
    counted_cash bigint NOT NULL,
    counted_card bigint NOT NULL,
    counted_voucher bigint NOT NULL,
    reason text NOT NULL,
    sealed boolean NOT NULL DEFAULT false, -- closed at the house: no till changes its figures
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, id)
);
CREATE UNIQUE INDEX shift_open ON loge.shift (house, till) WHERE closed_at = 0;

CREATE TABLE loge.shift_move (
    house integer NOT NULL,
    shift uuid NOT NULL,
    id uuid NOT NULL,
    kind smallint NOT NULL CHECK (kind BETWEEN :MOVE_DROP AND :MOVE_PAID_OUT),
    amount bigint NOT NULL CHECK (amount > 0),
    reason text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (house, shift, id),
    FOREIGN KEY (house, shift) REFERENCES loge.shift
);
