-- The door: keys that tickets are signed with, who is in, every scan, and the bags.
-- Only the public part of a key is here; the secret part never leaves the till that signs with it.

CREATE TABLE loge.ticket_key (
    house integer NOT NULL REFERENCES loge.house,
    id integer NOT NULL CHECK (id BETWEEN 1 AND 65535), -- as tickets name it
    kind smallint NOT NULL CHECK (kind IN (:KEY_HOUSE, :KEY_PRETIX)), -- of this house, of pretix
    mark bigint NOT NULL,                               -- the house, as its tickets name it
    public bytea NOT NULL CHECK (length(public) = 32),
    till text NOT NULL,
    show_no integer, -- of pretix: for which show; NULL: any of the house
    subevent bigint NOT NULL CHECK (subevent >= 0),
    products text NOT NULL CHECK (products ~ '^([0-9]+(,[0-9]+)*)?$'), -- of pretix; '': all admit
    made_at bigint NOT NULL,
    ended_at bigint NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, show_no) REFERENCES loge.show
);
CREATE UNIQUE INDEX ticket_key_public
    ON loge.ticket_key (house, public, subevent, coalesce(show_no, 0));

-- One row a ticket that ever was at a door; tickets of pretix have no row in ticket.
CREATE TABLE loge.admission (
    house integer NOT NULL,
    ticket uuid NOT NULL,
    show_no integer NOT NULL,
    inside boolean NOT NULL,
    entries integer NOT NULL CHECK (entries >= 0),
    first_at bigint NOT NULL,
    last_at bigint NOT NULL,
    gate smallint NOT NULL CHECK (gate BETWEEN 0 AND 255),
    till text NOT NULL,
    blocked boolean NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    -- Of a ticket that was let in while the house was out of reach: the entry that counts.
    counted uuid,
    PRIMARY KEY (house, ticket),
    FOREIGN KEY (house, show_no) REFERENCES loge.show,
    CHECK (entries > 0 OR NOT inside)
);
CREATE INDEX admission_show ON loge.admission (house, show_no, inside) WHERE entries > 0;

-- Every scan, refused ones too; the id grows with time. code: enum door_code. act: the key of the
-- act it was; house_at: when, by the house's clock. What comes home is judged among all passages of
-- its ticket in this order (src/domain/passage.h), whichever door hears of it first.
CREATE TABLE loge.scan (
    house integer NOT NULL,
    id uuid NOT NULL,
    at bigint NOT NULL,
    show_no integer NOT NULL,
    gate smallint NOT NULL CHECK (gate BETWEEN 0 AND 255),
    code smallint NOT NULL CHECK (code >= 0),
    overridden smallint NOT NULL CHECK (overridden >= 0),
    leaving boolean NOT NULL,
    ticket uuid,
    label text NOT NULL,
    till text NOT NULL,
    actor text NOT NULL,
    approver text NOT NULL,
    reason text NOT NULL,
    act uuid,
    house_at bigint,
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, show_no) REFERENCES loge.show
);
CREATE INDEX scan_show ON loge.scan (house, show_no, id);
CREATE INDEX scan_refused ON loge.scan (house, show_no) WHERE code > :DOOR_LIST_OLD;
CREATE INDEX scan_ticket ON loge.scan (house, ticket) WHERE ticket IS NOT NULL AND code <= :DOOR_OVERRIDE;

-- One row for each time that a ticket was let in with a bag that was weighed. A fee is paid at once
-- and whole, or not at all.
CREATE TABLE loge.checkin (
    house integer NOT NULL,
    ticket uuid NOT NULL,
    entry integer NOT NULL CHECK (entry > 0), -- which time it was let in
    show_no integer NOT NULL,
    status smallint NOT NULL CHECK (status BETWEEN :CHECKIN_IN_PROGRESS AND :CHECKIN_COMPLETED),
    weight_g integer NOT NULL CHECK (weight_g BETWEEN 0 AND :BAG_MOST_G),
    fee bigint NOT NULL CHECK (fee >= 0),
    at bigint NOT NULL,
    till text NOT NULL,
    tender smallint NOT NULL CHECK (tender BETWEEN :TENDER_CASH AND :TENDER_VOUCHER),
    paid bigint NOT NULL,
    given bigint NOT NULL,
    auth text NOT NULL,
    voucher text NOT NULL,
    shift uuid,
    version bigint NOT NULL CHECK (version > 0),
    late_at bigint NOT NULL DEFAULT 0, -- as in loge.payment
    PRIMARY KEY (house, ticket, entry),
    FOREIGN KEY (house, ticket) REFERENCES loge.admission,
    FOREIGN KEY (house, show_no) REFERENCES loge.show,
    FOREIGN KEY (house, shift) REFERENCES loge.shift,
    CHECK (paid = CASE status WHEN :CHECKIN_COMPLETED THEN fee ELSE 0 END),
    CHECK (CASE status WHEN :CHECKIN_IN_PROGRESS THEN fee = 0 WHEN :CHECKIN_WAITING THEN fee > 0
        ELSE true END),
    CHECK ((paid > 0) = (shift IS NOT NULL))
);
CREATE INDEX checkin_shift ON loge.checkin (house, shift) WHERE shift IS NOT NULL;
