-- Vouchers.

CREATE TABLE loge.voucher (
    house integer NOT NULL REFERENCES loge.house,
    code text NOT NULL CHECK (code <> ''),
    kind smallint NOT NULL CHECK (kind BETWEEN :VOUCHER_AMOUNT AND :VOUCHER_GIFT),
    value bigint NOT NULL CHECK (value >= 0),
    budget bigint NOT NULL CHECK (budget >= 0),
    used bigint NOT NULL CHECK (used >= 0),
    lent bigint NOT NULL DEFAULT 0 CHECK (lent >= 0), -- the sum of loge.voucher_loan
    max_uses integer NOT NULL CHECK (max_uses >= 0),
    uses integer NOT NULL CHECK (uses >= 0),
    lent_uses integer NOT NULL DEFAULT 0 CHECK (lent_uses >= 0),
    max_tickets integer NOT NULL CHECK (max_tickets >= 0),
    valid_from bigint NOT NULL,
    valid_until bigint NOT NULL,
    show_no integer, -- NULL: any
    disabled boolean NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, code),
    FOREIGN KEY (house, show_no) REFERENCES loge.show
);
CREATE UNIQUE INDEX voucher_code ON loge.voucher (house, upper(code));
