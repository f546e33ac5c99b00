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
    entry integer,
    asked bigint,
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
    CHECK (num_nulls(ticket, entry, asked) IN (0, 3))
) WITH (fillfactor = 70);
CREATE INDEX intent_due ON loge.intent (house, next_at) WHERE next_at < 9223372036854775807;
CREATE INDEX intent_ref ON loge.intent (house, ref) WHERE ref <> '';
CREATE INDEX intent_ticket ON loge.intent (house, ticket, made_at) WHERE ticket IS NOT NULL;
-- One payment at a time for one fee.
CREATE UNIQUE INDEX intent_fee ON loge.intent (house, ticket, entry, asked)
    WHERE ticket IS NOT NULL AND here < :HERE_SOLD;
CREATE INDEX intent_sale ON loge.intent (house, sale) WHERE sale IS NOT NULL;
-- What was given back to a card, lately: does the provider know?
CREATE INDEX payment_back ON loge.payment (house, at) WHERE amount < 0;

CREATE TABLE loge.pay_letter (
    house integer NOT NULL REFERENCES loge.house,
    event text NOT NULL,
    ref text NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (house, event)
);
CREATE INDEX pay_letter_at ON loge.pay_letter (house, at);

DO $$
DECLARE
    t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['intent', 'pay_letter'] LOOP
        EXECUTE format('ALTER TABLE loge.%I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE loge.%I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY own_house ON loge.%I USING (house = '
            '(SELECT l.house FROM loge.login AS l WHERE l.login = session_user))', t);
    END LOOP;
END
$$;
GRANT SELECT ON loge.intent, loge.pay_letter TO loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE ON loge.intent TO loge_fn;
GRANT SELECT, INSERT, DELETE ON loge.pay_letter TO loge_fn;

-- The authorisation code of an intent's payment in the books.
CREATE FUNCTION loge.intent_auth(id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN substr(replace(id::text, '-', ''), 2);

-- True when there is this row now, asked for in these words; there is none when another payment is
-- under way for the same fee.
CREATE FUNCTION loge.intent_open_1(of_id uuid, words bytea, of_show integer, of_holds uuid[],
    of_seats text[], of_types smallint[], by_voucher text, to_name text, to_email text,
    in_currency text, to_pay bigint, since bigint, until bigint, next bigint, of_ticket uuid,
    of_entry integer, of_version bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.worker();
BEGIN
    INSERT INTO loge.intent (house, id, print, here, there, wanted, told, show_no, holds, seats,
        types, ticket, entry, asked, voucher, name, email, currency, amount, made_at, deadline, next_at, tries, ref,
        token, refunded, sale, note, version)
    VALUES (me.house, of_id, words, :HERE_NEW, :THERE_UNKNOWN, true, false, of_show, of_holds, of_seats,
        of_types, of_ticket, CASE WHEN of_ticket IS NOT NULL THEN of_entry END,
        CASE WHEN of_ticket IS NOT NULL THEN of_version END, by_voucher, to_name, to_email, in_currency, to_pay, since, until, next, 0, '', '', 0, NULL,
        '', 1)
    ON CONFLICT DO NOTHING;
    RETURN EXISTS (SELECT 1 FROM loge.intent AS i
        WHERE i.house = me.house AND i.id = of_id AND i.print = words);
END
$$;

-- False: somebody else kept it meanwhile. What is known of the money never shrinks.
CREATE FUNCTION loge.intent_save_1(of_id uuid, seen bigint, now_here smallint, now_there smallint,
    is_wanted boolean, is_told boolean, next bigint, so_often integer, as_ref text,
    with_token text, back bigint, as_sale uuid, what text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.worker();
BEGIN
    UPDATE loge.intent AS i SET here = now_here, there = now_there, wanted = is_wanted,
        told = is_told, next_at = next, tries = so_often, ref = as_ref, token = with_token,
        refunded = back, sale = as_sale, note = what, version = i.version + 1
    WHERE i.house = me.house AND i.id = of_id AND i.version = seen AND i.there <= now_there
        AND i.refunded <= back;
    RETURN FOUND;
END
$$;

-- Intents that are due, or whose sale gave money back that the provider has still; the caller's
-- until the lease ends. Money given back is found within 30 days; it is looked for all the time.
CREATE FUNCTION loge.intent_due_1(lease bigint, most integer) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.worker();
BEGIN
    UPDATE loge.intent AS i SET next_at = me.now_ms, version = i.version + 1
    FROM (SELECT p.sale, p.auth, -sum(p.amount) AS back
        FROM loge.payment AS p
        WHERE p.house = me.house AND p.amount < 0 AND p.auth <> ''
            AND p.sale IN (SELECT q.sale FROM loge.payment AS q WHERE q.house = me.house
                AND q.amount < 0 AND q.at > me.now_ms - 2592000000::bigint)
        GROUP BY p.sale, p.auth) AS b
    WHERE i.house = me.house AND i.sale = b.sale AND loge.intent_auth(i.id) = b.auth
        AND i.here = :HERE_SOLD AND i.there = :THERE_CAPTURED AND i.next_at = 9223372036854775807
        AND b.back > i.refunded;
    RETURN QUERY
    WITH mine AS MATERIALIZED (
        SELECT i.id
        FROM loge.intent AS i
        WHERE i.house = me.house AND i.next_at <= me.now_ms AND i.next_at < 9223372036854775807
        ORDER BY i.next_at
        LIMIT most
        FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE loge.intent AS i SET next_at = me.now_ms + lease, version = i.version + 1
    FROM mine AS m
    WHERE i.house = me.house AND i.id = m.id
    RETURNING i.id;
END
$$;

-- A message that fits nothing, once; kept for 90 days.
CREATE FUNCTION loge.pay_letter_1(of_event text, of_ref text, what text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.worker();
BEGIN
    DELETE FROM loge.pay_letter AS l
    WHERE l.house = me.house AND l.at < me.now_ms - 7776000000::bigint;
    INSERT INTO loge.pay_letter (house, event, ref, at, body)
    VALUES (me.house, of_event, of_ref, me.now_ms, what)
    ON CONFLICT DO NOTHING;
END
$$;

-- Somebody has looked at it. False: there is none of that name.
CREATE FUNCTION loge.pay_letter_drop_1(of_event text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.worker();
BEGIN
    DELETE FROM loge.pay_letter AS l WHERE l.house = me.house AND l.event = of_event;
    RETURN FOUND;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.intent_open_1 OWNER TO loge_fn;
ALTER FUNCTION loge.intent_save_1 OWNER TO loge_fn;
ALTER FUNCTION loge.intent_due_1 OWNER TO loge_fn;
ALTER FUNCTION loge.pay_letter_1 OWNER TO loge_fn;
ALTER FUNCTION loge.pay_letter_drop_1 OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.intent_auth TO loge_fn, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.intent_open_1, loge.intent_save_1, loge.intent_due_1,
    loge.pay_letter_1, loge.pay_letter_drop_1 TO loge_manager, loge_service;
SET ROLE loge_owner;
