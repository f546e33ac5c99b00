-- Holds and the seats they have.

CREATE TABLE loge.hold (
    house integer NOT NULL,
    id uuid NOT NULL,
    show_no integer NOT NULL,
    status smallint NOT NULL CHECK (status BETWEEN :HOLD_ACTIVE AND :HOLD_CANCELLED),
    ending smallint NOT NULL CHECK (ending BETWEEN :END_NONE AND :END_SYNC_CONFLICT),
    source smallint NOT NULL CHECK (source BETWEEN :SOURCE_COUNTER AND :SOURCE_WAITLIST),
    holder text NOT NULL,
    till text NOT NULL,
    email text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ceiling_at bigint NOT NULL,
    ended_at bigint NOT NULL,
    paying_until bigint NOT NULL,
    sale uuid,
    version bigint NOT NULL CHECK (version > 0),
    email_folded text NOT NULL GENERATED ALWAYS AS (lower(email)) STORED,
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, show_no) REFERENCES loge.show
) WITH (fillfactor = 80);
-- Open holds only: what the sweep and the lists of the counter look at.
CREATE INDEX hold_open ON loge.hold (house, expires_at) WHERE status IN (:HOLD_ACTIVE, :HOLD_PAYING);
-- One hold a customer: loge.expect_only_hold asks for an address. (A column, because row-level security
-- does not trust lower() of a column with an index.)
CREATE INDEX hold_email ON loge.hold (house, show_no, email_folded)
WHERE status = :HOLD_ACTIVE AND email_folded <> '';
CREATE INDEX hold_paying ON loge.hold (house) WHERE status = :HOLD_PAYING;

-- One row a seat a hold has or had.
CREATE TABLE loge.claim (
    house integer NOT NULL,
    hold_id uuid NOT NULL,
    seat_no integer NOT NULL,
    show_no integer NOT NULL,
    live boolean NOT NULL,
    PRIMARY KEY (house, hold_id, seat_no),
    FOREIGN KEY (house, hold_id) REFERENCES loge.hold,
    FOREIGN KEY (house, show_no, seat_no) REFERENCES loge.show_seat
);
-- The airbag behind the brake: whatever went wrong before, two live claims on a seat cannot be.
CREATE UNIQUE INDEX claim_live ON loge.claim (house, show_no, seat_no) WHERE live;
