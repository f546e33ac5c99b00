-- What tills have that the house lacks. How far tills' journals went: as papers say that were made without the house (src/domain/
-- entry_mark.h), and as tills say themselves with each hello. What the house has not got of it is
-- missing until its till sends it.

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
ALTER TABLE loge.tail ENABLE ROW LEVEL SECURITY;
ALTER TABLE loge.tail FORCE ROW LEVEL SECURITY;
CREATE POLICY own_house ON loge.tail USING (house =
    (SELECT l.house FROM loge.login AS l WHERE l.login = session_user));
GRANT SELECT, INSERT, UPDATE ON loge.tail TO loge_fn;

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
ALTER TABLE loge.told ENABLE ROW LEVEL SECURITY;
ALTER TABLE loge.told FORCE ROW LEVEL SECURITY;
CREATE POLICY own_house ON loge.told USING (house =
    (SELECT l.house FROM loge.login AS l WHERE l.login = session_user));
GRANT SELECT, INSERT, UPDATE ON loge.told TO loge_fn;

-- What the house has of journals, up to what was told of them. of_no NULL: of each epoch up to the
-- furthest that was told and not struck; else of that till's, up to this entry. had: the last entry
-- that came in its epoch or before. state NULL: it has not come under this number; body: the entry
-- that did. told_by '': no paper, but the till's own hello.
CREATE FUNCTION loge.tails_1(of_no integer, of_epoch bigint, of_seq bigint)
RETURNS TABLE (till text, no integer, epoch bigint, seq bigint, told_by text, told_at bigint,
    now_epoch bigint, start_seq bigint, last_seq bigint, had bigint, state smallint, reason smallint,
    arrived_at bigint, quarantine smallint, heard_at bigint, struck_by text, struck_at bigint,
    struck_for text, made_at bigint, size integer, body bytea)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    WITH told AS (
        SELECT k.device, k.epoch, k.seq, k.told_by, k.told_at FROM loge.tail AS k
        UNION ALL
        SELECT q.device, q.epoch, q.seq, '', q.told_at FROM loge.told AS q
    ), furthest AS (
        SELECT DISTINCT ON (t.device, t.epoch) t.* FROM told AS t
        WHERE of_no IS NULL AND NOT EXISTS (SELECT 1 FROM loge.tail AS s
            WHERE s.device = t.device AND s.epoch = t.epoch AND s.seq = t.seq AND s.struck_at <> 0)
        ORDER BY t.device, t.epoch, t.seq DESC, t.told_by DESC
    ), asked AS (
        SELECT f.* FROM furthest AS f
        UNION ALL
        SELECT q.device, of_epoch, of_seq, '', 0 FROM loge.journal AS q WHERE q.no = of_no
    )
    SELECT j.till, j.no, m.epoch, m.seq, m.told_by, m.told_at, j.epoch, j.start_seq, j.last_seq,
        CASE WHEN m.epoch >= j.epoch THEN j.last_seq
            ELSE coalesce((SELECT max(e.seq) FROM loge.entry AS e WHERE e.house = j.house
                AND e.device = j.device AND e.epoch <= m.epoch), 0) END,
        e.state, e.reason, e.at, j.quarantine, j.heard_at, s.struck_by, s.struck_at, s.struck_for,
        e.made_at, length(e.body), e.body
    FROM asked AS m
    JOIN loge.login AS l ON l.login = session_user
    JOIN loge.journal AS j ON j.house = l.house AND j.device = m.device
    LEFT JOIN loge.entry AS e ON e.house = j.house AND e.device = m.device AND e.seq = m.seq
        AND e.epoch = m.epoch
    LEFT JOIN loge.tail AS s ON s.house = j.house AND s.device = m.device AND s.epoch = m.epoch
        AND s.seq = m.seq AND s.struck_at <> 0
    ORDER BY j.no, m.epoch
$$;

-- Somebody showed a paper of that entry. Answers: 0; ANSWER_NOT_ALLOWED nobody of a house.
CREATE FUNCTION loge.tail_note_1(of_no integer, of_epoch bigint, of_seq bigint) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    IF me.house IS NULL THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    INSERT INTO loge.tail (house, device, epoch, seq, told_by, told_at)
    SELECT me.house, j.device, of_epoch, of_seq, me.name, me.now_ms
    FROM loge.journal AS j
    WHERE j.house = me.house AND j.no = of_no
    ON CONFLICT DO NOTHING;
    RETURN 0;
END
$$;

-- What was told is false, or settled by hand: it is listed no more, and the log says who says so.
-- Answers: 0; -1 nobody told of it, or it is struck; ANSWER_NOT_ALLOWED not a supervisor of this house.
CREATE FUNCTION loge.tail_strike_1(of_no integer, of_epoch bigint, of_seq bigint, why text)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BITS_OFFICE = 0 OR coalesce(why, '') = '' THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.no = of_no
    FOR NO KEY UPDATE;
    INSERT INTO loge.tail (house, device, epoch, seq, told_by, told_at)
    SELECT t.house, t.device, t.epoch, t.seq, '', t.told_at
    FROM loge.told AS t
    WHERE t.house = me.house AND t.device = j.device AND t.epoch = of_epoch AND t.seq = of_seq
    ON CONFLICT DO NOTHING;
    UPDATE loge.tail AS k SET struck_by = me.name, struck_at = me.now_ms, struck_for = why
    WHERE k.house = me.house AND k.device = j.device AND k.epoch = of_epoch AND k.seq = of_seq
        AND k.struck_at = 0;
    IF NOT FOUND THEN
        RETURN -1;
    END IF;
    INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
        version, was, became, subject, held_ms, reason, note, key)
    VALUES (me.house, me.base + 1, me.now_ms, :ACT_TILL, me.name, j.till, '', me.role, 0, -1, 0, 0, 0,
        j.device, 0, why, 'struck J' || j.no || '-' || of_epoch || '-' || of_seq, NULL);
    RETURN 0;
END
$$;

-- A till that says hello tells how far its journal goes, and the house has not got all of it.
CREATE FUNCTION loge.sync_told_1(of_device uuid, shown bytea, of_epoch bigint, of_seq bigint)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    PERFORM loge.journal_for(me, of_device, shown);
    INSERT INTO loge.told AS t (house, device, epoch, seq, told_at)
    VALUES (me.house, of_device, of_epoch, of_seq, me.now_ms)
    ON CONFLICT (house, device, epoch) DO UPDATE
        SET seq = excluded.seq, told_at = excluded.told_at
        WHERE t.seq < excluded.seq;
END
$$;

-- ---- a house that went back ------------------------------------------------------------------

-- A standby that was behind took over, or a dump was restored: this house goes on from a past in
-- which acts are missing that it had acknowledged. One row for each such past, by the first till that
-- lacks an act; it stays until a manager settles it.
CREATE TABLE loge.went_back (
    house integer NOT NULL REFERENCES loge.house,
    no integer NOT NULL, -- by which people name it
    past text NOT NULL CHECK (past <> ''), -- server and timeline that the house goes on from
    before text NOT NULL, -- those it had when the first till asked last; '': not known
    noticed_at bigint NOT NULL,
    noticed_by text NOT NULL, -- a till
    since bigint NOT NULL, -- the last act that the house has of before: later ones may be missing
    settled_by text NOT NULL DEFAULT '',
    settled_at bigint NOT NULL DEFAULT 0, -- 0: not settled
    settled_for text NOT NULL DEFAULT '',
    PRIMARY KEY (house, past),
    UNIQUE (house, no)
);
-- What a till knows to be missing and brings back, by its key.
CREATE TABLE loge.went_back_act (
    house integer NOT NULL,
    past text NOT NULL,
    key uuid NOT NULL,
    till text NOT NULL,
    at bigint NOT NULL, -- when the house had acknowledged it, by the till's clock
    PRIMARY KEY (house, past, key),
    FOREIGN KEY (house, past) REFERENCES loge.went_back
);
-- Payments that a service had kept, and that the house lacks or has as they were before.
CREATE TABLE loge.went_back_intent (
    house integer NOT NULL,
    past text NOT NULL,
    id uuid NOT NULL,
    till text NOT NULL, -- of the service
    ref text NOT NULL, -- the provider's name for it
    PRIMARY KEY (house, past, id),
    FOREIGN KEY (house, past) REFERENCES loge.went_back
);
DO $$
DECLARE
    t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['went_back', 'went_back_act', 'went_back_intent'] LOOP
        EXECUTE format('ALTER TABLE loge.%I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE loge.%I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY own_house ON loge.%I USING (house = '
            '(SELECT l.house FROM loge.login AS l WHERE l.login = session_user))', t);
    END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE ON loge.went_back TO loge_fn;
GRANT SELECT, INSERT ON loge.went_back_act, loge.went_back_intent TO loge_fn;
GRANT SELECT ON loge.went_back TO loge_supervisor, loge_manager, loge_service;

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
CREATE FUNCTION loge.went_back_1(shown bytea, now_past text, was_past text, keys uuid[],
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

-- What a service had kept of a payment comes back, after the acts of its journal: the row is there
-- again as it was, and due at once. What the provider has of the money is not believed but asked (there
-- is THERE_WAITING where the provider knows it). Where the order lost its seats to somebody else the money
-- goes back, here and there: the conflict is decided so. seen: the version that the service had kept; a
-- house that has it, or a later one, has lost nothing of it. A house without its show or its check-in has
-- no room for the row, and the record says so (loge.went_back_list_1).
CREATE FUNCTION loge.intent_back_1(now_past text, of_till text, of_id uuid, words bytea,
    was_here smallint, is_wanted boolean, was_told boolean, of_show integer, of_holds uuid[],
    of_seats text[], of_types smallint[], by_voucher text, to_name text, to_email text,
    in_currency text, to_pay bigint, since bigint, until bigint, of_ticket uuid, of_entry integer,
    of_version bigint, as_ref text, with_token text, of_sale uuid, what text, seen bigint,
    of_client text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.worker();
    lost loge.conflict;
    -- Money first, then seats.
    now_here smallint := CASE was_here WHEN :HERE_LATE THEN :HERE_RELEASED ELSE was_here END;
    sold uuid := of_sale;
BEGIN
    me.till := of_till;
    IF EXISTS (SELECT FROM loge.intent AS i
            WHERE i.house = me.house AND i.id = of_id AND i.version >= seen) THEN
        RETURN;
    END IF;
    PERFORM loge.went_back_note(me, now_past, '', of_till, since);
    WITH fresh AS (
        INSERT INTO loge.went_back_intent (house, past, id, till, ref)
        VALUES (me.house, now_past, of_id, of_till, as_ref)
        ON CONFLICT DO NOTHING
        RETURNING 1
    )
    UPDATE loge.went_back AS w SET settled_by = '', settled_at = 0, settled_for = ''
    WHERE w.house = me.house AND w.past = now_past AND EXISTS (SELECT FROM fresh);
    -- A client finds its payment by the hold it was for, which may have lost its seats too.
    INSERT INTO loge.hold (house, id, show_no, status, ending, source, holder, till, email,
        created_at, expires_at, ceiling_at, ended_at, paying_until, sale, version)
    SELECT me.house, h.id, of_show, :HOLD_CANCELLED, :END_SYNC_CONFLICT, :SOURCE_WEB, me.name, of_client,
        to_email, since, since, since, me.now_ms, 0, NULL, 1
    FROM unnest(of_holds) AS h (id)
    WHERE of_client = ANY (loge.sync_clients(me)) AND EXISTS (SELECT FROM loge.show AS w
        WHERE w.house = me.house AND w.no = of_show)
    ON CONFLICT DO NOTHING;
    IF was_here = :HERE_SOLD THEN
        lost := loge.intent_conflict(me, of_id);
        IF lost.id IS NOT NULL THEN
            sold := lost.sale;
            PERFORM loge.resolve(me, gen_random_uuid(), sha256(uuid_send(of_id)), lost.id,
                :CONFLICT_REFUND::smallint, :TENDER_CARD::smallint, '{}', 'sold twice',
                'back by the provider', loge.intent_auth(of_id));
        ELSIF NOT loge.intent_is_sold(me, of_id, of_sale, of_ticket, of_entry) THEN
            sold := NULL;
            now_here := :HERE_RELEASED;
        END IF;
    END IF;
    -- What this house has sold for it since is not undone.
    UPDATE loge.intent AS i SET here = CASE WHEN i.here = :HERE_SOLD THEN i.here ELSE now_here END,
        wanted = is_wanted, told = i.told OR was_told,
        there = greatest(i.there, CASE WHEN as_ref <> '' THEN :THERE_WAITING ELSE :THERE_UNKNOWN END),
        ref = as_ref, token = with_token, sale = CASE WHEN i.here = :HERE_SOLD THEN i.sale ELSE sold END,
        note = what, next_at = me.now_ms, tries = 0, version = seen + 1
    WHERE i.house = me.house AND i.id = of_id AND i.print = words;
    IF FOUND THEN
        RETURN;
    END IF;
    INSERT INTO loge.intent (house, id, print, here, there, wanted, told, show_no, holds, seats,
        types, ticket, entry, asked, voucher, name, email, currency, amount, made_at, deadline,
        next_at, tries, ref, token, refunded, sale, note, version)
    SELECT me.house, of_id, words, now_here, CASE WHEN as_ref <> '' THEN :THERE_WAITING
        ELSE :THERE_UNKNOWN END, is_wanted, was_told, of_show, of_holds, of_seats, of_types, of_ticket,
        CASE WHEN of_ticket IS NOT NULL THEN of_entry END,
        CASE WHEN of_ticket IS NOT NULL THEN of_version END, by_voucher, to_name, to_email,
        in_currency, to_pay, since, until, me.now_ms, 0, as_ref, with_token, 0, sold, what, seen + 1
    WHERE EXISTS (SELECT FROM loge.show AS w WHERE w.house = me.house AND w.no = of_show)
        AND (of_ticket IS NULL OR EXISTS (SELECT FROM loge.checkin AS c WHERE c.house = me.house
            AND c.ticket = of_ticket AND c.entry = of_entry))
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
CREATE FUNCTION loge.went_back_list_1()
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
CREATE FUNCTION loge.went_back_settle_1(of_no integer, why text)
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
    INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
        version, was, became, subject, held_ms, reason, note, key)
    VALUES (me.house, me.base + 1, me.now_ms, :ACT_TILL, me.name, '', '', me.role, 0, -1, 0, 0, 0, NULL, 0,
        why, 'settled: the house went back, no. ' || of_no, NULL);
    RETURN 0;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.tails_1 OWNER TO loge_fn;
ALTER FUNCTION loge.tail_note_1 OWNER TO loge_fn;
ALTER FUNCTION loge.tail_strike_1 OWNER TO loge_fn;
ALTER FUNCTION loge.sync_told_1 OWNER TO loge_fn;
ALTER FUNCTION loge.went_back_1 OWNER TO loge_fn;
ALTER FUNCTION loge.went_back_list_1 OWNER TO loge_fn;
ALTER FUNCTION loge.intent_back_1 OWNER TO loge_fn;
ALTER FUNCTION loge.went_back_settle_1 OWNER TO loge_fn;
REVOKE ALL ON FUNCTION loge.tails_1, loge.tail_note_1, loge.tail_strike_1, loge.sync_told_1,
    loge.went_back_1, loge.went_back_list_1, loge.went_back_settle_1, loge.intent_back_1
    FROM PUBLIC;
GRANT EXECUTE ON FUNCTION loge.last_act_before, loge.went_back_note, loge.intent_conflict,
    loge.intent_is_sold, loge.intent_open_ref TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.intent_back_1 TO loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.tails_1, loge.tail_note_1
    TO loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.tail_strike_1 TO loge_supervisor, loge_manager;
GRANT EXECUTE ON FUNCTION loge.went_back_list_1 TO loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.went_back_settle_1 TO loge_manager;
GRANT EXECUTE ON FUNCTION loge.sync_told_1, loge.went_back_1
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
