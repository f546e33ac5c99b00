-- Tills, the journals they bring home, the seats lent to them, and how far their journals went.
-- Numbers: state is enum entry_state, heading enum merge_class, quarantine enum quarantine.

-- A till that belongs to the house.
CREATE TABLE loge.device (
    house integer NOT NULL REFERENCES loge.house,
    till text NOT NULL CHECK (till <> ''),
    public_key bytea CHECK (length(public_key) = 32),
    joined_by text NOT NULL,
    joined_at bigint NOT NULL,
    revoked_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (house, till)
);

-- A till's journal: how far the house has it. proof: SHA-256 of what only its key gives; act_proof: of what
-- its acts show, which follows from that and gives nothing of it away (loge.act_secret).
CREATE TABLE loge.journal (
    house integer NOT NULL REFERENCES loge.house,
    device uuid NOT NULL,
    till text NOT NULL CHECK (till <> ''),
    no integer NOT NULL CHECK (no BETWEEN 1 AND 65535),
    public_key bytea NOT NULL CHECK (length(public_key) = 32),
    proof bytea NOT NULL CHECK (length(proof) = 32),
    act_proof bytea NOT NULL CHECK (length(act_proof) = 32),
    enrolled_by text NOT NULL,
    enrolled_at bigint NOT NULL,
    epoch bigint NOT NULL DEFAULT 1 CHECK (epoch > 0),
    granted bigint NOT NULL DEFAULT 0,
    session bigint NOT NULL DEFAULT 0,
    start_seq bigint NOT NULL DEFAULT 0,
    last_seq bigint NOT NULL DEFAULT 0,
    start_hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'
        CHECK (length(start_hash) = 32),
    last_hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'
        CHECK (length(last_hash) = 32),
    quarantine smallint NOT NULL DEFAULT :QUARANTINE_NONE
        CHECK (quarantine BETWEEN :QUARANTINE_NONE AND :QUARANTINE_REVOKED),
    lent boolean NOT NULL DEFAULT false,
    recall boolean NOT NULL DEFAULT false,
    boot uuid,
    mono bigint NOT NULL DEFAULT 0,
    wall bigint NOT NULL DEFAULT 0,
    heard_at bigint NOT NULL DEFAULT 0,
    nonce bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (house, device)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX journal_no ON loge.journal (house, no);
-- Of a till that was declared dead another device may take the place.
CREATE UNIQUE INDEX journal_till ON loge.journal (house, till) WHERE quarantine <> :QUARANTINE_REVOKED;
-- Every act asks which till it comes from.
CREATE UNIQUE INDEX journal_act ON loge.journal (house, act_proof) WHERE quarantine <> :QUARANTINE_REVOKED;

-- Who has signed in at a till: a login of the house and the till's key were shown together. The house takes
-- home only what such people did there. vouched_by: a supervisor whose word stands for it; '': nobody's.
CREATE TABLE loge.signed_in (
    house integer NOT NULL,
    device uuid NOT NULL,
    person text NOT NULL CHECK (person <> ''),
    first_at bigint NOT NULL,
    vouched_by text NOT NULL DEFAULT '',
    PRIMARY KEY (house, device, person),
    FOREIGN KEY (house, device) REFERENCES loge.journal
);

-- Every entry as it was written and signed, and its verdict, for ever. left_: the version of each
-- of its seats that whatever stands on it will look for.
CREATE TABLE loge.entry (
    house integer NOT NULL,
    device uuid NOT NULL,
    seq bigint NOT NULL,
    epoch bigint NOT NULL,
    uid uuid, -- NULL: it could not be read
    hash bytea NOT NULL CHECK (length(hash) = 32),
    signature bytea NOT NULL CHECK (length(signature) = 64),
    fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
    state smallint NOT NULL CHECK (state BETWEEN :ENTRY_ACCEPTED AND :ENTRY_EXPIRED),
    reason smallint NOT NULL,
    heading smallint NOT NULL,
    made_at bigint NOT NULL,
    at bigint NOT NULL,
    brought_by text NOT NULL,
    left_show integer[] NOT NULL,
    left_seat integer[] NOT NULL,
    left_version bigint[] NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (house, device, seq, epoch)
);
CREATE INDEX entry_uid ON loge.entry (house, uid);

-- Seats that are lent to a till; show_seat.allotment is its number.
CREATE TABLE loge.lent (
    house integer NOT NULL,
    show_no integer NOT NULL,
    seat_no integer NOT NULL,
    device uuid NOT NULL,
    lent_by text NOT NULL,
    lent_at bigint NOT NULL,
    PRIMARY KEY (house, show_no, seat_no),
    FOREIGN KEY (house, device) REFERENCES loge.journal,
    FOREIGN KEY (house, show_no, seat_no) REFERENCES loge.show_seat
);
CREATE INDEX lent_device ON loge.lent (house, device);

-- What a till may give away of a voucher while it is alone. Rows stay when nothing is lent any more, so
-- that tills hear of it.
CREATE TABLE loge.voucher_loan (
    house integer NOT NULL,
    code text NOT NULL,
    device uuid NOT NULL,
    till text NOT NULL,
    money bigint NOT NULL CHECK (money >= 0),
    uses integer NOT NULL CHECK (uses >= 0),
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, code, device),
    FOREIGN KEY (house, code) REFERENCES loge.voucher,
    FOREIGN KEY (house, device) REFERENCES loge.journal
);
CREATE INDEX voucher_loan_till ON loge.voucher_loan (house, till);

-- So many free seats of a show (0: of every show on sale), of one section or ('') of the whole
-- hall, are lent to a till whenever it says hello.
CREATE TABLE loge.loan_rule (
    house integer NOT NULL,
    device uuid NOT NULL,
    show_no integer NOT NULL CHECK (show_no >= 0),
    section text NOT NULL,
    seats integer NOT NULL CHECK (seats BETWEEN 1 AND 10000),
    made_by text NOT NULL,
    made_at bigint NOT NULL,
    PRIMARY KEY (house, device, show_no, section),
    FOREIGN KEY (house, device) REFERENCES loge.journal
);

-- Every paper that was shown: the furthest may be false. A supervisor strikes one, and the next counts.
CREATE TABLE loge.tail (
    house integer NOT NULL,
    device uuid NOT NULL,
    epoch bigint NOT NULL CHECK (epoch > 0),
    seq bigint NOT NULL CHECK (seq > 0),
    told_by text NOT NULL,
    told_at bigint NOT NULL,
    struck_by text NOT NULL DEFAULT '',
    struck_at bigint NOT NULL DEFAULT 0, -- 0: it counts
    struck_for text NOT NULL DEFAULT '',
    PRIMARY KEY (house, device, epoch, seq),
    FOREIGN KEY (house, device) REFERENCES loge.journal
);

-- The furthest that a till's hello told of an epoch, where the house had not got it. A journal never
-- grows shorter: what a till that was put back from a backup has lost, stays missing here.
CREATE TABLE loge.told (
    house integer NOT NULL,
    device uuid NOT NULL,
    epoch bigint NOT NULL CHECK (epoch > 0),
    seq bigint NOT NULL CHECK (seq > 0),
    told_at bigint NOT NULL,
    PRIMARY KEY (house, device, epoch),
    FOREIGN KEY (house, device) REFERENCES loge.journal
);

-- What is multiplied when a signature is checked (code/signature.sql): the base of the curve, and of
-- each till's key what is its opposite. multiples: 64 digits of 4 bits, each 15 times three numbers.
CREATE TABLE loge.point (
    key bytea PRIMARY KEY CHECK (length(key) = 32),
    multiples numeric[] NOT NULL CHECK (cardinality(multiples) = 2880)
);
ALTER TABLE loge.point ALTER multiples SET STORAGE EXTERNAL; -- they are noise, and do not shrink

-- What tills said of themselves and signed that does not fit what the house has of their journals: why they
-- were put in quarantine.
CREATE TABLE loge.doubt (
    house integer NOT NULL,
    device uuid NOT NULL,
    session bigint NOT NULL,
    quarantine smallint NOT NULL CHECK (quarantine BETWEEN :QUARANTINE_FORK AND :QUARANTINE_FORGED),
    epoch bigint NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL CHECK (length(hash) = 32),
    signature bytea NOT NULL CHECK (length(signature) = 64), -- of the entry that was forged
    sworn bytea NOT NULL CHECK (length(sworn) = 64),
    brought_by text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (house, device, session, quarantine),
    FOREIGN KEY (house, device) REFERENCES loge.journal
);
