-- Payments by a provider: intents, and messages that fit none.

-- The authorisation code of an intent's payment in the books.
CREATE FUNCTION loge.intent_auth(id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN substr(replace(id::text, '-', ''), 2);

-- True when there is this row now, asked for in these words; there is none when another payment is
-- under way for the same fee.
CREATE FUNCTION loge.intent_open(fresh loge.intent_row, of_holds uuid[], of_seats text[],
    of_types smallint[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.worker();
BEGIN
    INSERT INTO loge.intent (house, holds, seats, types, {columns intent})
    SELECT me.house, of_holds, of_seats, of_types, {columns intent r but here = :HERE_NEW; there = :THERE_UNKNOWN; wanted = true; told = false; tries = 0; ref = ''; token = ''; refunded = 0; sale = NULL; note = ''; version = 1}
    FROM unnest(ARRAY[fresh]) AS r
    ON CONFLICT DO NOTHING;
    RETURN EXISTS (SELECT 1 FROM loge.intent AS i
        WHERE i.house = me.house AND i.id = fresh.id AND i.print = fresh.print);
END
$$;

-- False: somebody else kept it meanwhile. What is known of the money never shrinks.
CREATE FUNCTION loge.intent_save(r loge.intent_row) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.worker();
BEGIN
    UPDATE loge.intent AS i SET {changes intent r but version = i.version + 1}
    WHERE i.house = me.house AND i.id = r.id AND i.version = r.version AND i.there <= r.there
        AND i.refunded <= r.refunded;
    RETURN FOUND;
END
$$;

-- Intents that are due, or whose sale gave money back that the provider has still; the caller's
-- until the lease ends. Money given back is found within 30 days; it is looked for all the time.
CREATE FUNCTION loge.intent_due(lease bigint, most integer) RETURNS SETOF uuid
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
CREATE FUNCTION loge.pay_letter_put(of_event text, of_ref text, what text) RETURNS void
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
CREATE FUNCTION loge.pay_letter_drop(of_event text) RETURNS boolean
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
ALTER FUNCTION loge.intent_open OWNER TO loge_fn;
ALTER FUNCTION loge.intent_save OWNER TO loge_fn;
ALTER FUNCTION loge.intent_due OWNER TO loge_fn;
ALTER FUNCTION loge.pay_letter_put OWNER TO loge_fn;
ALTER FUNCTION loge.pay_letter_drop OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.intent_auth, loge.intent_open, loge.intent_save, loge.intent_due,
    loge.pay_letter_put, loge.pay_letter_drop
    TO loge_manager, loge_service;
