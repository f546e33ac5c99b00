-- The log of all acts, its seals, and what each key has done.

-- id is (transaction id + loge.event_base()) * 2^20 + the event's number in its transaction:
-- it needs no counter that everybody waits for, and "everything before the oldest transaction that
-- is still running" is a range of ids.
CREATE TABLE loge.event (
    house integer NOT NULL,
    id bigint NOT NULL,
    at bigint NOT NULL,
    act smallint NOT NULL,
    actor text NOT NULL,
    till text NOT NULL,
    approver text NOT NULL,
    role smallint NOT NULL,
    show_no integer NOT NULL, -- 0: none
    seat_no integer NOT NULL, -- -1: not about a seat
    version bigint NOT NULL,
    was smallint NOT NULL,
    became smallint NOT NULL,
    subject uuid,
    held_ms bigint NOT NULL,
    reason text NOT NULL,
    note text NOT NULL,
    key uuid,
    address text NOT NULL DEFAULT '', -- of an act over HTTP: where it came from,
    client text NOT NULL DEFAULT '',  -- and the name of its token
    approval smallint NOT NULL DEFAULT :APPROVAL_NONE, -- who checked that the approver signed
    PRIMARY KEY (house, id),
    CHECK ((approver = '') = (approval = :APPROVAL_NONE))
);
CREATE UNIQUE INDEX event_seat ON loge.event (house, show_no, seat_no, version) WHERE seat_no >= 0;
-- What befell one hold or sale (loge.story).
CREATE INDEX event_subject ON loge.event (house, subject) WHERE subject IS NOT NULL;

-- Every block of events is sealed by a hash over the seal before and their canonical bytes.
CREATE TABLE loge.seal (
    house integer NOT NULL REFERENCES loge.house,
    block bigint NOT NULL CHECK (block > 0),
    first_event bigint NOT NULL,
    last_event bigint NOT NULL CHECK (last_event >= first_event),
    at bigint NOT NULL,
    previous bytea NOT NULL CHECK (length(previous) = 32),
    hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (house, block)
);

-- What a key has done. Keys are kept for ever: a till can be away for a long time.
CREATE TABLE loge.receipt (
    house integer NOT NULL,
    key uuid NOT NULL,
    fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
    act smallint NOT NULL,
    at bigint NOT NULL,
    last_event bigint NOT NULL,
    answer text NOT NULL,
    CHECK (octet_length(answer) < 1048576),
    PRIMARY KEY (house, key)
);
