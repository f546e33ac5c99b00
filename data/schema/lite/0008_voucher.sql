-- Vouchers.

CREATE TABLE voucher (
    code TEXT PRIMARY KEY COLLATE NOCASE CHECK (code <> ''),
    kind INTEGER NOT NULL CHECK (kind BETWEEN :VOUCHER_AMOUNT AND :VOUCHER_GIFT),
    value INTEGER NOT NULL CHECK (value >= 0),
    budget INTEGER NOT NULL CHECK (budget >= 0),
    used INTEGER NOT NULL CHECK (used >= 0),
    lent INTEGER NOT NULL DEFAULT 0 CHECK (lent >= 0),
    max_uses INTEGER NOT NULL CHECK (max_uses >= 0),
    uses INTEGER NOT NULL CHECK (uses >= 0),
    lent_uses INTEGER NOT NULL DEFAULT 0 CHECK (lent_uses >= 0),
    max_tickets INTEGER NOT NULL CHECK (max_tickets >= 0),
    valid_from INTEGER NOT NULL,
    valid_until INTEGER NOT NULL,
    show_no INTEGER REFERENCES show, -- NULL: any
    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;

-- What tills may give away of a voucher while they are alone, as the house has lent it to them; less what
-- this one has given away since.
CREATE TABLE voucher_loan (
    code TEXT NOT NULL COLLATE NOCASE,
    device BLOB NOT NULL,
    till TEXT NOT NULL,
    money INTEGER NOT NULL CHECK (money >= 0),
    uses INTEGER NOT NULL CHECK (uses >= 0),
    version INTEGER NOT NULL CHECK (version > 0),
    PRIMARY KEY (code, device)
) STRICT, WITHOUT ROWID;
CREATE INDEX voucher_loan_till ON voucher_loan (till);
