-- Payments by a provider: intents, and messages that fit none.

-- The numbers of here and there are those of src/domain/intent.h. next_at is the largest bigint
-- when there is nothing left to do.
CREATE TABLE loge.intent (
    house integer NOT NULL REFERENCES loge.house,
    id uuid NOT NULL,
    print bytea NOT NULL,
    here smallint NOT NULL CHECK (here BETWEEN :HERE_NEW AND :HERE_STUCK),
    there smallint NOT NULL CHECK (there BETWEEN :THERE_UNKNOWN AND :THERE_REFUNDED),
    wanted boolean NOT NULL,
    told boolean NOT NULL,
    show_no integer NOT NULL,
    holds uuid[] NOT NULL CHECK (cardinality(holds) <= :INTENT_HOLDS),
    seats text[] NOT NULL,
    types smallint[] NOT NULL,
    -- Of the fee of a bag: which check-in, and the version of it that waits for this fee.
    ticket uuid,
    entry integer NOT NULL,
    asked bigint NOT NULL,
    voucher text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    currency text NOT NULL CHECK (length(currency) = 3),
    amount bigint NOT NULL CHECK (amount > 0),
    made_at bigint NOT NULL,
    deadline bigint NOT NULL,
    next_at bigint NOT NULL,
    tries integer NOT NULL CHECK (tries >= 0),
    ref text NOT NULL,
    token text NOT NULL,
    refunded bigint NOT NULL CHECK (refunded BETWEEN 0 AND amount),
    sale uuid,
    note text NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, show_no) REFERENCES loge.show,
    FOREIGN KEY (house, ticket, entry) REFERENCES loge.checkin,
    CHECK ((ticket IS NULL) = (cardinality(holds) > 0)),
    CHECK ((ticket IS NULL) = (asked = 0))
) WITH (fillfactor = 70);
CREATE INDEX intent_due ON loge.intent (house, next_at) WHERE next_at < 9223372036854775807;
CREATE INDEX intent_ref ON loge.intent (house, ref) WHERE ref <> '';
CREATE INDEX intent_ticket ON loge.intent (house, ticket, made_at) WHERE ticket IS NOT NULL;
-- One payment at a time for one fee.
CREATE UNIQUE INDEX intent_fee ON loge.intent (house, ticket, entry, asked)
    WHERE ticket IS NOT NULL AND here < :HERE_SOLD;
CREATE INDEX intent_sale ON loge.intent (house, sale) WHERE sale IS NOT NULL;

CREATE TABLE loge.pay_letter (
    house integer NOT NULL REFERENCES loge.house,
    event text NOT NULL,
    ref text NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (house, event)
);
CREATE INDEX pay_letter_at ON loge.pay_letter (house, at);
