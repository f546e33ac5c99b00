-- Customers, their orders, tickets and payments.

CREATE TABLE loge.customer (
    house integer NOT NULL REFERENCES loge.house,
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    created_at bigint NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, id)
);

CREATE TABLE loge.sale (
    house integer NOT NULL,
    id uuid NOT NULL,
    code text NOT NULL CHECK (code <> '' AND code = upper(code)),
    show_no integer NOT NULL,
    status smallint NOT NULL CHECK (status BETWEEN :SALE_PAID AND :SALE_REFUNDED),
    hold uuid,
    customer uuid,
    shift uuid,
    name text NOT NULL,
    email text NOT NULL,
    currency text NOT NULL CHECK (length(currency) = 3),
    total bigint NOT NULL CHECK (total >= 0),
    paid bigint NOT NULL,
    sold_by text NOT NULL,
    till text NOT NULL,
    sold_at bigint NOT NULL,
    collected_at bigint NOT NULL CHECK (collected_at >= 0), -- when its tickets were handed over
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, show_no) REFERENCES loge.show,
    FOREIGN KEY (house, hold) REFERENCES loge.hold,
    FOREIGN KEY (house, customer) REFERENCES loge.customer DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (house, shift) REFERENCES loge.shift DEFERRABLE INITIALLY DEFERRED
);
-- Codes are written in capitals and compared as they stand: row-level security lets an index be
-- searched only by what cannot tell anything, and upper() of a column is not trusted with that.
CREATE UNIQUE INDEX sale_code ON loge.sale (house, code);
CREATE INDEX sale_sold ON loge.sale (house, sold_at);
CREATE INDEX sale_due ON loge.sale (house, show_no, sold_at, id) WHERE status = :SALE_DUE;
ALTER TABLE loge.hold ADD FOREIGN KEY (house, sale) REFERENCES loge.sale
    DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE loge.ticket (
    house integer NOT NULL,
    sale uuid NOT NULL,
    id uuid NOT NULL,
    code text NOT NULL CHECK (code <> '' AND code = upper(code)),
    show_no integer NOT NULL,
    seat_no integer NOT NULL,
    status smallint NOT NULL CHECK (status BETWEEN :TICKET_VALID AND :TICKET_REPRINTED),
    type smallint NOT NULL CHECK (type BETWEEN :TYPE_ADULT AND :TYPE_COMP),
    class_no smallint NOT NULL,
    generation integer NOT NULL,
    price bigint NOT NULL,
    discount bigint NOT NULL CHECK (discount >= 0),
    fee bigint NOT NULL,
    tax bigint NOT NULL,
    total bigint NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    sold_at bigint NOT NULL DEFAULT 0, -- in reports; when and where (entity.h, struct ticket)
    sold_by text NOT NULL DEFAULT '',
    till text NOT NULL DEFAULT '',
    ended_at bigint NOT NULL DEFAULT 0,
    ended_by text NOT NULL DEFAULT '',
    ended_till text NOT NULL DEFAULT '',
    kept bigint NOT NULL DEFAULT 0 CHECK (kept >= 0),
    late smallint NOT NULL DEFAULT 0 CHECK (late BETWEEN 0 AND :TICKET_LATE_MASK), -- enum ticket_late
    PRIMARY KEY (house, sale, id),
    FOREIGN KEY (house, sale) REFERENCES loge.sale,
    FOREIGN KEY (house, show_no, seat_no) REFERENCES loge.show_seat
);
CREATE UNIQUE INDEX ticket_code ON loge.ticket (house, code);
-- Reports of a time read this part of the table only; it costs next to nothing to write.
CREATE INDEX ticket_sold ON loge.ticket USING brin (house, sold_at);
CREATE INDEX ticket_ended ON loge.ticket (house, ended_at) WHERE ended_at > 0;
-- A second airbag: one valid ticket a seat.
CREATE UNIQUE INDEX ticket_valid ON loge.ticket (house, show_no, seat_no) WHERE status = :TICKET_VALID;

CREATE TABLE loge.payment (
    house integer NOT NULL,
    sale uuid NOT NULL,
    id uuid NOT NULL,
    shift uuid,
    tender smallint NOT NULL CHECK (tender BETWEEN :TENDER_CASH AND :TENDER_VOUCHER),
    amount bigint NOT NULL, -- negative: given back
    given bigint NOT NULL,
    auth text NOT NULL,
    voucher text NOT NULL,
    reason text NOT NULL,
    at bigint NOT NULL,
    late_at bigint NOT NULL DEFAULT 0, -- came home then, its day being over: reports count it there
    PRIMARY KEY (house, sale, id),
    FOREIGN KEY (house, sale) REFERENCES loge.sale,
    FOREIGN KEY (house, shift) REFERENCES loge.shift DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX payment_shift ON loge.payment (house, shift) WHERE shift IS NOT NULL;
CREATE INDEX ticket_id ON loge.ticket (house, id);
-- What was given back to a card, lately: does the provider know?
CREATE INDEX payment_back ON loge.payment (house, at) WHERE amount < 0;
