-- Shows: who sits where.

CREATE TABLE loge.show (
    house integer NOT NULL REFERENCES loge.house,
    no integer NOT NULL CHECK (no > 0),
    id text NOT NULL CHECK (id <> ''),
    title text NOT NULL,
    hall_no integer NOT NULL,
    currency text NOT NULL CHECK (length(currency) = 3),
    status smallint NOT NULL CHECK (status BETWEEN :SHOW_DRAFT AND :SHOW_CLOSED),
    starts_at bigint NOT NULL,
    hold_ttl_ms bigint NOT NULL,
    extend_ms bigint NOT NULL,
    ceiling_ms bigint NOT NULL,
    gap_rule boolean NOT NULL,
    one_hold boolean NOT NULL,
    fee bigint NOT NULL CHECK (fee >= 0),
    tax_bp integer NOT NULL CHECK (tax_bp >= 0),
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, no),
    FOREIGN KEY (house, hall_no) REFERENCES loge.hall
);
CREATE UNIQUE INDEX show_id ON loge.show (house, id);
CREATE INDEX show_hall ON loge.show (house, hall_no);

CREATE TABLE loge.price (
    house integer NOT NULL,
    show_no integer NOT NULL,
    class_no smallint NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    adult bigint NOT NULL CHECK (adult >= -1), -- -1: not sold as this
    child bigint NOT NULL CHECK (child >= -1),
    senior bigint NOT NULL CHECK (senior >= -1),
    student bigint NOT NULL CHECK (student >= -1),
    comp bigint NOT NULL CHECK (comp >= -1),
    PRIMARY KEY (house, show_no, class_no),
    FOREIGN KEY (house, show_no) REFERENCES loge.show
);

-- Nothing a hold changes is indexed and pages keep room, so that a change stays on its page (HOT).
CREATE TABLE loge.show_seat (
    house integer NOT NULL,
    show_no integer NOT NULL,
    seat_no integer NOT NULL CHECK (seat_no >= 0),
    status smallint NOT NULL CHECK (status BETWEEN :SEAT_AVAILABLE AND :SEAT_BLOCKED),
    open_to smallint NOT NULL DEFAULT 0 CHECK (open_to BETWEEN 0 AND 255),
    allotment integer NOT NULL DEFAULT 0 CHECK (allotment BETWEEN 0 AND 65535),
    version bigint NOT NULL CHECK (version > 0),
    held_until bigint NOT NULL DEFAULT 0,
    holder uuid, -- the hold, or the sale
    retired boolean NOT NULL DEFAULT false, -- no longer in the plan
    PRIMARY KEY (house, show_no, seat_no),
    FOREIGN KEY (house, show_no) REFERENCES loge.show,
    CHECK ((status IN (:SEAT_HELD, :SEAT_SOLD)) = (holder IS NOT NULL)),
    CHECK (status = :SEAT_HELD OR held_until = 0),
    CHECK (status = :SEAT_BLOCKED OR open_to = 0)
) WITH (fillfactor = 70);
