-- A house that was restored from a backup: what tills and services know that it lost.

-- When the house did the last act that it still has from before an act that it lost. An act that came
-- home in a journal has the time of its till and says nothing about how far the house goes back.
CREATE FUNCTION loge.last_act_before(me loge.doer, lost_at bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT coalesce((SELECT e.at FROM loge.event AS e
        WHERE e.house = me.house AND e.at <= lost_at AND NOT EXISTS (SELECT FROM loge.entry AS j
            WHERE j.house = me.house AND j.uid = e.key)
        ORDER BY e.id DESC LIMIT 1), 0)
$$;

-- The house went back to this past: one row, by the first till that lacks something.
CREATE FUNCTION loge.went_back_note(me loge.doer, now_past text, was_past text, of_till text,
    lost_at bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM loge.house AS o WHERE o.house = me.house FOR NO KEY UPDATE;
    INSERT INTO loge.went_back AS w (house, no, past, before, noticed_at, noticed_by, since)
    SELECT me.house, 1 + coalesce((SELECT max(q.no) FROM loge.went_back AS q
            WHERE q.house = me.house), 0), now_past, was_past, me.now_ms, of_till,
        loge.last_act_before(me, lost_at)
    ON CONFLICT DO NOTHING;
END
$$;

-- Which of these acts the house does not know, in the order of `keys`. When a till asks (it shows its
-- proof), they are written down, and one that nobody had written down opens a settled row again: more
-- is missing than the manager knew.
CREATE FUNCTION loge.unknown_acts(shown bytea, now_past text, was_past text, keys uuid[],
    times bigint[]) RETURNS SETOF uuid LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    of_till text;
    lost uuid[];
    first_at bigint;
BEGIN
    SELECT coalesce(array_agg(k.key ORDER BY k.n), '{}'), min(k.at) INTO lost, first_at
    FROM unnest(keys, times) WITH ORDINALITY AS k (key, at, n)
    WHERE NOT EXISTS (SELECT FROM loge.receipt AS r WHERE r.house = me.house AND r.key = k.key);
    SELECT q.till INTO of_till FROM loge.journal AS q
    WHERE q.house = me.house AND q.proof = sha256(shown)
    ORDER BY q.no DESC LIMIT 1;
    IF lost = '{}' OR of_till IS NULL OR coalesce(now_past, '') = '' THEN
        RETURN QUERY SELECT unnest(lost);
        RETURN;
    END IF;
    PERFORM loge.went_back_note(me, now_past, was_past, of_till, first_at);
    WITH fresh AS (
        INSERT INTO loge.went_back_act (house, past, key, till, at)
        SELECT me.house, now_past, k.key, of_till, k.at
        FROM unnest(keys, times) AS k (key, at)
        WHERE k.key = ANY (lost)
        ON CONFLICT DO NOTHING
        RETURNING 1
    )
    UPDATE loge.went_back AS w SET settled_by = '', settled_at = 0, settled_for = '',
        since = least(w.since, loge.last_act_before(me, first_at))
    WHERE w.house = me.house AND w.past = now_past AND EXISTS (SELECT FROM fresh);
    RETURN QUERY SELECT unnest(lost);
END
$$;

-- The conflict that is still open about money of this payment; NULL: none is.
CREATE FUNCTION loge.intent_conflict(me loge.doer, of_id uuid) RETURNS loge.conflict
LANGUAGE sql STABLE AS $$
    SELECT k FROM loge.conflict AS k
    WHERE k.house = me.house AND k.outcome = :CONFLICT_OPEN AND EXISTS (SELECT FROM loge.payment AS p
        WHERE p.house = k.house AND p.sale = k.sale AND p.amount > 0
            AND p.auth = loge.intent_auth(of_id))
    LIMIT 1
$$;

-- Does the house have what was sold, or the fee that was booked, for this payment?
CREATE FUNCTION loge.intent_is_sold(me loge.doer, of_id uuid, of_sale uuid, of_ticket uuid,
    of_entry integer) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM loge.payment AS p WHERE p.house = me.house AND p.sale = of_sale
            AND p.amount > 0 AND p.auth = loge.intent_auth(of_id))
        OR EXISTS (SELECT FROM loge.checkin AS c WHERE c.house = me.house AND c.ticket = of_ticket
            AND c.entry = of_entry AND c.auth = loge.intent_auth(of_id))
$$;

-- The record says that a payment came back, and is open again.
CREATE FUNCTION loge.went_back_intent_note(me loge.doer, now_past text, of_till text, kept loge.intent_row)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM loge.went_back_note(me, now_past, '', of_till, kept.made_at);
    WITH fresh AS (
        INSERT INTO loge.went_back_intent (house, past, id, till, ref)
        VALUES (me.house, now_past, kept.id, of_till, kept.ref)
        ON CONFLICT DO NOTHING
        RETURNING 1
    )
    UPDATE loge.went_back AS w SET settled_by = '', settled_at = 0, settled_for = ''
    WHERE w.house = me.house AND w.past = now_past AND EXISTS (SELECT FROM fresh);
END
$$;

-- What a service had kept of a payment comes back, after the acts of its journal: the row is there
-- again as it was, and due at once. What the provider has of the money is not believed but asked (there
-- is THERE_WAITING where the provider knows it). Where the order lost its seats to somebody else the money
-- goes back, here and there: the conflict is decided so. A house that has the version that the service had
-- kept, or a later one, has lost nothing of it. A house without its show or its check-in has no room for
-- the row, and the record says so (loge.went_back_list). Which till the service is, it proves (loge.who_at).
CREATE FUNCTION loge.intent_back(now_past text, shown bytea, kept loge.intent_row, of_holds uuid[],
    of_seats text[], of_types smallint[], of_client text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer;
    lost loge.conflict;
    -- Money first, then seats.
    now_here smallint := CASE kept.here WHEN :HERE_LATE THEN :HERE_RELEASED ELSE kept.here END;
    sold uuid := kept.sale;
BEGIN
    SELECT w.* INTO me FROM loge.who_at('', shown) AS w;
    me.till := coalesce(me.proven, '');
    PERFORM loge.worker(), loge.expect_at(me);
    IF EXISTS (SELECT FROM loge.intent AS i
            WHERE i.house = me.house AND i.id = kept.id AND i.version >= kept.version) THEN
        RETURN;
    END IF;
    PERFORM loge.went_back_intent_note(me, now_past, me.till, kept);
    -- A client finds its payment by the hold it was for, which may have lost its seats too.
    INSERT INTO loge.hold (house, {columns hold})
    SELECT me.house, {columns hold h}
    FROM unnest(of_holds) AS q (id)
    CROSS JOIN LATERAL loge.a_hold(id => q.id, version => 1, show_no => kept.show_no,
        status => (:HOLD_CANCELLED)::smallint, ending => (:END_SYNC_CONFLICT)::smallint,
        source => (:SOURCE_WEB)::smallint, holder => me.name, till => of_client, email => kept.email,
        created_at => kept.made_at, expires_at => kept.made_at, ceiling_at => kept.made_at,
        ended_at => me.now_ms) AS h
    WHERE of_client = ANY (loge.sync_clients(me)) AND EXISTS (SELECT FROM loge.show AS w
        WHERE w.house = me.house AND w.no = kept.show_no)
    ON CONFLICT DO NOTHING;
    IF kept.here = :HERE_SOLD THEN
        lost := loge.intent_conflict(me, kept.id);
        IF lost.id IS NOT NULL THEN
            sold := lost.sale;
            PERFORM loge.give_back_lost(me, lost, loge.intent_auth(kept.id));
        ELSIF NOT loge.intent_is_sold(me, kept.id, kept.sale, kept.ticket, kept.entry) THEN
            sold := NULL;
            now_here := :HERE_RELEASED;
        END IF;
    END IF;
    -- What this house has sold for it since is not undone.
    UPDATE loge.intent AS i SET here = CASE WHEN i.here = :HERE_SOLD THEN i.here ELSE now_here END,
        wanted = kept.wanted, told = i.told OR kept.told,
        there = greatest(i.there, CASE WHEN kept.ref <> '' THEN :THERE_WAITING ELSE :THERE_UNKNOWN END),
        ref = kept.ref, token = kept.token, sale = CASE WHEN i.here = :HERE_SOLD THEN i.sale ELSE sold END,
        note = kept.note, next_at = me.now_ms, tries = 0, version = kept.version + 1
    WHERE i.house = me.house AND i.id = kept.id AND i.print = kept.print;
    IF FOUND THEN
        RETURN;
    END IF;
    INSERT INTO loge.intent (house, holds, seats, types, {columns intent})
    SELECT me.house, of_holds, of_seats, of_types, {columns intent r but here = now_here; there = CASE WHEN r.ref <> '' THEN :THERE_WAITING ELSE :THERE_UNKNOWN END; next_at = me.now_ms; tries = 0; refunded = 0; sale = sold; version = r.version + 1}
    FROM unnest(ARRAY[kept]) AS r
    WHERE EXISTS (SELECT FROM loge.show AS w WHERE w.house = me.house AND w.no = kept.show_no)
        AND (kept.ticket IS NULL OR EXISTS (SELECT FROM loge.checkin AS c WHERE c.house = me.house
            AND c.ticket = kept.ticket AND c.entry = kept.entry))
    ON CONFLICT DO NOTHING;
END
$$;

-- The provider's name for a payment about which the house and the provider do not agree yet: something
-- is still to be done about it, or a person has to. NULL: they agree, or the payer has still to pay.
CREATE FUNCTION loge.intent_open_ref(of_house integer, of_id uuid, of_ref text) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN NOT EXISTS (SELECT FROM loge.intent AS i
        WHERE i.house = of_house AND i.id = of_id AND i.here <> :HERE_STUCK
            AND (i.next_at = 9223372036854775807 OR (i.here < :HERE_SOLD AND i.there < :THERE_AUTHORISED)))
        THEN coalesce(nullif(of_ref, ''), of_id::text) END
$$;

-- Each till that lacked acts at such a house: how many, how many of them the house has again, and how
-- many it could not take (the conflicts say why). The others are on their way. Then the payments that a
-- service brought back, how many the house and the provider do not agree about, and three of these.
CREATE FUNCTION loge.went_back_list()
RETURNS TABLE (no integer, past text, before text, noticed_at bigint, since bigint,
    settled_by text, settled_at bigint, settled_for text, till text, lost bigint, back bigint,
    refused bigint, payments bigint, open bigint, open_refs text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    WITH fate AS (
        SELECT a.past, a.till, true AS is_act, NULL AS ref,
            EXISTS (SELECT FROM loge.receipt AS r WHERE r.house = a.house AND r.key = a.key) AS back,
            EXISTS (SELECT FROM loge.entry AS e WHERE e.house = a.house AND e.uid = a.key
                AND e.state IN (:ENTRY_CONFLICT, :ENTRY_REFUSED, :ENTRY_EXPIRED)) AS refused
        FROM loge.login AS l
        JOIN loge.went_back_act AS a ON a.house = l.house
        WHERE l.login = session_user
        UNION ALL
        SELECT p.past, p.till, false, loge.intent_open_ref(p.house, p.id, p.ref), false, false
        FROM loge.login AS l
        JOIN loge.went_back_intent AS p ON p.house = l.house
        WHERE l.login = session_user
    )
    SELECT w.no, w.past, w.before, w.noticed_at, w.since, w.settled_by, w.settled_at, w.settled_for,
        f.till, count(*) FILTER (WHERE f.is_act), count(*) FILTER (WHERE f.back AND NOT f.refused),
        count(*) FILTER (WHERE f.refused), count(*) FILTER (WHERE NOT f.is_act), count(f.ref),
        coalesce(array_to_string((array_agg(f.ref ORDER BY f.ref)
            FILTER (WHERE f.ref IS NOT NULL))[1:3], ', '), '')
    FROM loge.went_back AS w
    JOIN fate AS f ON f.past = w.past
    GROUP BY w.house, w.past, f.till
    ORDER BY w.no DESC, f.till
$$;

-- A manager has compared the books: nothing tells of it any more, and the log says who settled it.
-- Answers: 0; -1 there is none of that number, or it is settled; ANSWER_NOT_ALLOWED not a manager of this
-- house.
CREATE FUNCTION loge.went_back_settle(of_no integer, why text)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BIT_MANAGER = 0 OR coalesce(why, '') = '' THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    UPDATE loge.went_back AS w SET settled_by = me.name, settled_at = me.now_ms, settled_for = why
    WHERE w.house = me.house AND w.no = of_no AND w.settled_at = 0;
    IF NOT FOUND THEN
        RETURN -1;
    END IF;
    INSERT INTO loge.event (house, id, {columns event})
    VALUES (me.house, me.base + 1, {values of event but at = me.now_ms; act = :ACT_TILL;
        actor = me.name; role = me.role; seat_no = -1; reason = why;
        note = 'settled: the house went back, no. ' || of_no});
    RETURN 0;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.unknown_acts OWNER TO loge_fn;
ALTER FUNCTION loge.intent_back OWNER TO loge_fn;
ALTER FUNCTION loge.went_back_list OWNER TO loge_fn;
ALTER FUNCTION loge.went_back_settle OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.unknown_acts
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.intent_back TO loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.went_back_list TO loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.went_back_settle TO loge_manager;
