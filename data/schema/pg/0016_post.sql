-- The outbox: what has to be told to people and to other programs, written in the same transaction
-- as the act it is about, whoever does it: a till, a till that was alone, the web shop.
--
-- Only facts are written (what kind, about which sale, to whom); the words are found when it is
-- sent. A letter is taken by one sender for a while and is due again if nothing is heard of it, so
-- it may arrive twice but is never lost; its id tells the reader.

-- Where the house sends to. channel POST_MAIL: to the customer's address; POST_WEB: a web address that is
-- told of everything, signed with the secret.
CREATE TABLE loge.post_way (
    house integer NOT NULL REFERENCES loge.house,
    no integer NOT NULL CHECK (no > 0),
    channel smallint NOT NULL CHECK (channel BETWEEN :POST_MAIL AND :POST_WEB),
    address text NOT NULL, -- of a web server; '' for mail
    secret bytea NOT NULL CHECK (length(secret) IN (0, 32)),
    made_by text NOT NULL,
    made_at bigint NOT NULL,
    ended_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (house, no)
);

-- kind: enum letter_kind. status: enum letter_status. round: how often it was taken; who reports about
-- another round is late. tries: how often somebody tried to send it, and failed (a letter is put off
-- untried when its server has not answered another one). tx: of the act, so that an act tells a thing
-- once.
CREATE TABLE loge.outbox (
    house integer NOT NULL,
    id uuid NOT NULL,
    way integer NOT NULL,
    kind smallint NOT NULL CHECK (kind BETWEEN :LETTER_SOLD AND :LETTER_EXPIRED),
    show_no integer NOT NULL,
    subject uuid NOT NULL,
    addressee text NOT NULL,
    made_at bigint NOT NULL,
    tx bigint NOT NULL,
    status smallint NOT NULL DEFAULT :LETTER_WAITING CHECK (status BETWEEN :LETTER_WAITING AND :LETTER_DEAD),
    round integer NOT NULL DEFAULT 0,
    due_at bigint NOT NULL,
    settled_at bigint NOT NULL DEFAULT 0,
    fault text NOT NULL DEFAULT '',
    tries integer NOT NULL DEFAULT 0,
    first_event bigint NOT NULL DEFAULT 0, -- of a letter about many seats: its events in the log
    last_event bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, way) REFERENCES loge.post_way
);
CREATE UNIQUE INDEX outbox_once ON loge.outbox (house, way, kind, subject, tx);
-- Whoever looks for one kind does not walk over the other, of which there may be thousands when
-- nobody sends them.
CREATE INDEX outbox_due ON loge.outbox (house, (addressee <> ''), due_at, tx) WHERE status = :LETTER_WAITING;
CREATE INDEX outbox_dead ON loge.outbox (house, made_at) WHERE status = :LETTER_DEAD;
CREATE INDEX outbox_sent ON loge.outbox (house, settled_at) WHERE status = :LETTER_SENT;
