-- What a person has to decide.

-- What a person has to know or decide: an entry that did not fit, or that cost somebody else a seat.
-- id: the entry's key. owners: who had each of the seats then (a hold or a sale; NULL: nobody).
CREATE TABLE loge.conflict (
    house integer NOT NULL,
    id uuid NOT NULL,
    device uuid NOT NULL,
    till text NOT NULL,
    seq bigint NOT NULL,
    heading smallint NOT NULL,
    reason smallint NOT NULL,
    actor text NOT NULL,
    approver text NOT NULL DEFAULT '',
    approval smallint NOT NULL DEFAULT :APPROVAL_NONE,
    made_at bigint NOT NULL,
    at bigint NOT NULL,
    deadline bigint NOT NULL,
    show_no integer NOT NULL, -- 0: not about seats
    seats integer[] NOT NULL,
    owners uuid[] NOT NULL,
    sale uuid,     -- of the loser: its money is here, its tickets are not valid
    ticket uuid,   -- admitted twice
    amount bigint NOT NULL DEFAULT 0, -- the money it is about
    about text NOT NULL DEFAULT '', -- the paper or the voucher
    proposal uuid, -- the hold that keeps other seats for the loser
    outcome smallint NOT NULL DEFAULT :CONFLICT_OPEN,
    decided_by text NOT NULL DEFAULT '',
    decided_at bigint NOT NULL DEFAULT 0,
    note text NOT NULL DEFAULT '',
    version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, sale) REFERENCES loge.sale,
    FOREIGN KEY (house, proposal) REFERENCES loge.hold
);
CREATE INDEX conflict_open ON loge.conflict (house, deadline) WHERE outcome = :CONFLICT_OPEN;
CREATE UNIQUE INDEX conflict_proposal ON loge.conflict (house, proposal)
    WHERE proposal IS NOT NULL;
