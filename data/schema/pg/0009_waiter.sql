-- The waiting list of a show, and how it is served.

CREATE TABLE loge.waitlist (
    house integer NOT NULL,
    id uuid NOT NULL,
    show_no integer NOT NULL,
    status smallint NOT NULL CHECK (status BETWEEN :WAIT_WAITING AND :WAIT_LEFT),
    name text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    party integer NOT NULL CHECK (party > 0),
    class_no integer NOT NULL, -- -1: any
    section text NOT NULL,
    accessible integer NOT NULL CHECK (accessible >= 0),
    aisle boolean NOT NULL,
    together boolean NOT NULL,
    joined_at bigint NOT NULL,
    hold uuid,
    code text NOT NULL, -- which customers read aloud, and buy an offer with
    till text NOT NULL, -- where they joined: a till, or a client of the service
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, show_no) REFERENCES loge.show,
    FOREIGN KEY (house, hold) REFERENCES loge.hold
);
CREATE INDEX waitlist_line ON loge.waitlist (house, show_no, joined_at, id)
WHERE status IN (:WAIT_WAITING, :WAIT_OFFERED);
-- Who waits, and who has an offer, each without walking over the other.
CREATE INDEX waitlist_waits ON loge.waitlist (house, show_no, joined_at, id) WHERE status = :WAIT_WAITING;
CREATE INDEX waitlist_offered ON loge.waitlist (house, show_no, hold) WHERE status = :WAIT_OFFERED;
CREATE INDEX waitlist_code ON loge.waitlist (house, code);

-- sells: whoever is next gets an order to pay for at the counter, instead of an offer that ends.
-- One instance serves a show at a time: the line is only a line when nobody serves its end first.
CREATE TABLE loge.wait_rule (
    house integer NOT NULL,
    show_no integer NOT NULL,
    sells boolean NOT NULL DEFAULT false,
    offer_ms bigint NOT NULL DEFAULT 0 CHECK (offer_ms >= 0), -- 0: as long as a hold of the show
    turn_by text NOT NULL DEFAULT '',
    turn_until bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (house, show_no),
    FOREIGN KEY (house, show_no) REFERENCES loge.show
);
