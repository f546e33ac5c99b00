-- What the walls around journals left open to whoever has a till's key and plain SQL, or only a
-- password: numbers that skip, a head that was never written, events in somebody else's place in
-- the log, other tills' conflicts and what is kept for them. And what has to be true of journals.

-- ---- walls --------------------------------------------------------------------------------------

-- The numbers of a batch go on where the journal ends, and its events count from 1.
CREATE FUNCTION loge.sync_counts(j loge.journal, entries loge.sync_entry[],
    steps loge.sync_step[], notes loge.sync_note[]) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN NOT EXISTS (SELECT 1 FROM unnest(entries) WITH ORDINALITY
                AS r (n, seq, epoch, uid, place, size, state, reason, heading, made_at, act, actor,
                    approver, why, note, answer, done, left_show, left_seat, left_version, address, client,
                    i)
            WHERE r.n IS DISTINCT FROM r.i OR r.seq IS DISTINCT FROM j.last_seq + r.i
                OR r.epoch IS DISTINCT FROM j.epoch
                OR r.done NOT BETWEEN 0 AND coalesce(cardinality(steps), 0)
                    + coalesce(cardinality(notes), 0))
        AND (SELECT count(*) = count(DISTINCT q.n) AND coalesce(min(q.n), 1) = 1
                AND coalesce(max(q.n), 0) = count(*)
            FROM (SELECT r.n FROM unnest(steps) AS r UNION ALL SELECT r.n FROM unnest(notes) AS r)
                AS q);
END
$$;

-- What the house keeps for somebody who lost his seats only gives way, and is nobody's to rewrite.
-- Whoever gives way (ACT_OVERRIDE) and is not such an offer, gives way to money.
CREATE FUNCTION loge.sync_minds_offers(me loge.doer, steps loge.sync_step[], holds loge.hold_row[])
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN NOT EXISTS (SELECT 1 FROM unnest(steps) AS r
            LEFT JOIN LATERAL (SELECT c.outcome FROM loge.conflict AS c
                WHERE c.house = me.house AND c.proposal = r.prior OFFSET 0) AS k ON true
            WHERE r.was = :SEAT_HELD AND CASE WHEN k.outcome = :CONFLICT_OPEN
                THEN r.act NOT IN (:ACT_OVERRIDE, :ACT_EXPIRE)
                ELSE r.act = :ACT_OVERRIDE AND NOT EXISTS (SELECT 1 FROM unnest(steps) AS s
                    WHERE s.entry = r.entry AND s.show_no = r.show_no AND s.seat_no = r.seat_no
                        AND s.became = :SEAT_SOLD) END)
        AND NOT EXISTS (SELECT 1 FROM unnest(holds) AS r
            CROSS JOIN LATERAL (SELECT 1 FROM loge.conflict AS c
                WHERE c.house = me.house AND c.proposal = r.id OFFSET 0) AS k);
END
$$;

-- A scanner's login brings home what a scanner may do: holds, seats let go, the door, and bags without
-- their fees.
CREATE FUNCTION loge.sync_scans_only(entries loge.sync_entry[], steps loge.sync_step[],
    notes loge.sync_note[], sales loge.sale_row[], tickets loge.ticket_row[],
    payments loge.payment_row[], shifts loge.shift_row[], moves loge.move_row[],
    customers loge.customer_row[], waiters loge.waiter_row[], vouchers loge.voucher_row[])
RETURNS boolean LANGUAGE sql AS $$
    SELECT sales IS NULL AND tickets IS NULL AND payments IS NULL AND shifts IS NULL
        AND moves IS NULL AND customers IS NULL AND waiters IS NULL AND vouchers IS NULL
        AND NOT EXISTS (SELECT 1 FROM unnest(entries) AS r
            WHERE r.done IS NOT NULL AND r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_RELEASE, :ACT_EXPIRE,
                :ACT_ADMIT, :ACT_LEAVE, :ACT_TURN_AWAY, :ACT_BAG, :ACT_BAG_STOP))
        AND NOT EXISTS (SELECT 1 FROM unnest(steps) AS r
            WHERE r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_RELEASE, :ACT_OVERRIDE, :ACT_EXPIRE))
        AND NOT EXISTS (SELECT 1 FROM unnest(notes) AS r
            WHERE r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_RELEASE, :ACT_EXPIRE, :ACT_ADMIT, :ACT_LEAVE,
                :ACT_TURN_AWAY, :ACT_CONFLICT, :ACT_BAG, :ACT_BAG_STOP))
$$;

-- A conflict is of this till, and the sale that lost is its or a client's.
CREATE FUNCTION loge.sync_owns(me loge.doer, tills text[], rows loge.sync_conflict[])
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN NOT EXISTS (SELECT 1 FROM unnest(rows) AS r
        LEFT JOIN LATERAL (SELECT k.till FROM loge.sale AS k
            WHERE k.house = me.house AND k.id = r.sale OFFSET 0) AS s ON true
        WHERE (r.sale IS NOT NULL AND (s.till = ANY (tills)) IS NOT TRUE)
            OR coalesce(cardinality(r.seats), 0) <> coalesce(cardinality(r.owners), 0));
END
$$;

-- A batch that was judged, in one call, and the passages when everything else stands; everything or
-- nothing. How many events it has written.
CREATE FUNCTION loge.sync_write_2(of_device uuid, shown bytea, bytes bytea,
    entries loge.sync_entry[], steps loge.sync_step[], notes loge.sync_note[],
    holds loge.hold_row[], changed_holds loge.hold_row[], sales loge.sale_row[],
    tickets loge.ticket_row[], payments loge.payment_row[], shifts loge.shift_row[],
    moves loge.move_row[], customers loge.customer_row[], waiters loge.waiter_row[],
    vouchers loge.voucher_row[], admissions loge.sync_admission[], scans loge.scan_row[],
    conflicts loge.sync_conflict[])
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    done integer;
BEGIN
    j := loge.journal_for(me, of_device, shown);
    IF NOT loge.sync_counts(j, entries, steps, notes)
            OR NOT loge.sync_minds_offers(me, steps, holds || changed_holds)
            OR (me.may & :ROLE_BITS_SELLING = 0 AND NOT loge.sync_scans_only(entries, steps, notes, sales,
                tickets, payments, shifts, moves, customers, waiters, vouchers)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    done := loge.sync_write_1(of_device, shown, bytes, entries, steps, notes, holds,
        changed_holds, sales, tickets, payments, shifts, moves, customers, waiters, vouchers,
        admissions, scans, conflicts);
    IF NOT loge.sync_owns(me, loge.sync_tills(me, j), conflicts) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF admissions IS NOT NULL THEN
        PERFORM loge.sync_inside(me, j, admissions);
        PERFORM loge.sync_twice(me, j, admissions);
    END IF;
    RETURN done;
END
$$;

-- All a batch needs, its seats and then its tickets locked in order, for whoever speaks for the
-- till; rows as loge.sync_read_1 has them, and:
-- 5 passage: id_a ticket, id_b act, a when, b 1 out, c what an override was of
-- 6 a ticket by which nobody is to come in: id_a
CREATE FUNCTION loge.sync_read_2(of_device uuid, shown bytea, of_epoch bigint,
    shows integer[], seats integer[], first_seq bigint, last_seq bigint, keys uuid[],
    afters bigint[], tickets uuid[])
RETURNS TABLE (kind smallint, seq bigint, epoch bigint, show_no integer, seat_no integer,
    version bigint, a bigint, b bigint, c bigint, d bigint, id_a uuid, id_b uuid, x bytea, y bytea)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
BEGIN
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device;
    PERFORM loge.speaks_for(me, j, shown);
    RETURN QUERY SELECT * FROM loge.sync_read_1(of_device, of_epoch, shows, seats, first_seq,
        sync_read_2.last_seq, keys, afters);
    PERFORM pg_advisory_xact_lock(q.lock)
    FROM (SELECT DISTINCT loge.ticket_lock(me.house, k.ticket) AS lock
        FROM unnest(tickets) AS k (ticket) ORDER BY 1 OFFSET 0) AS q;
    RETURN QUERY
    SELECT 5::smallint, 0::bigint, 0::bigint, 0, 0, 0::bigint, coalesce(s.house_at, s.at),
        s.leaving::integer::bigint, s.overridden::bigint, 0::bigint, s.ticket,
        coalesce(s.act, s.id), NULL::bytea, NULL::bytea
    FROM (SELECT DISTINCT q.ticket FROM unnest(tickets) AS q (ticket)) AS k
    CROSS JOIN LATERAL (SELECT l.* FROM loge.scan AS l
        WHERE l.house = me.house AND l.ticket = k.ticket AND l.code <= :DOOR_OVERRIDE OFFSET 0) AS s;
    RETURN QUERY
    SELECT 6::smallint, 0::bigint, 0::bigint, 0, 0, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        0::bigint, k.ticket, NULL::uuid, NULL::bytea, NULL::bytea
    FROM unnest(tickets) AS k (ticket)
    WHERE EXISTS (SELECT 1 FROM loge.ticket AS t
            WHERE t.house = me.house AND t.id = k.ticket AND t.status <> :TICKET_VALID OFFSET 0)
        OR EXISTS (SELECT 1 FROM loge.admission AS m
            WHERE m.house = me.house AND m.ticket = k.ticket AND m.blocked OFFSET 0);
END
$$;

-- Where a journal ends is where it was, the last entry that was written of it, or the beginning of
-- the epoch that a supervisor granted. A till itself only goes on.
CREATE FUNCTION loge.sync_head_is_true(j loge.journal, of_epoch bigint, of_session bigint,
    of_start_seq bigint, of_last_seq bigint, of_start_hash bytea, of_last_hash bytea)
RETURNS boolean LANGUAGE sql AS $$
    SELECT coalesce(of_session >= j.session AND CASE
        WHEN of_epoch <> j.epoch THEN j.granted > 0 AND of_epoch = j.granted
            AND of_last_seq = of_start_seq AND of_last_hash = of_start_hash
        ELSE of_start_seq = j.start_seq AND of_start_hash = j.start_hash
            AND ((of_last_seq = j.last_seq AND of_last_hash = j.last_hash)
                OR (of_last_seq > j.last_seq AND EXISTS (SELECT 1 FROM loge.entry AS e
                    WHERE e.house = j.house AND e.device = j.device AND e.seq = of_last_seq
                        AND e.epoch = of_epoch AND e.hash = of_last_hash)))
        END, false)
$$;

CREATE FUNCTION loge.sync_head_2(of_device uuid, shown bytea, of_epoch bigint, of_granted bigint,
    of_session bigint, of_start_seq bigint, of_last_seq bigint, of_start_hash bytea,
    of_last_hash bytea, of_quarantine smallint, of_lent boolean, of_recall boolean, of_boot uuid,
    of_mono bigint, of_wall bigint, of_heard_at bigint, used integer)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
BEGIN
    j := loge.journal_for(me, of_device, shown);
    IF NOT loge.sync_head_is_true(j, of_epoch, of_session, of_start_seq, of_last_seq,
            of_start_hash, of_last_hash) OR used NOT BETWEEN 0 AND 1000000 OR used IS NULL THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    PERFORM loge.sync_head_1(of_device, shown, of_epoch, of_granted, of_session, of_start_seq,
        of_last_seq, of_start_hash, of_last_hash, of_quarantine, of_lent, of_recall, of_boot,
        of_mono, of_wall, of_heard_at, used);
END
$$;

-- The conflicts that a till's upload brought (or one that was cut off just before it) and that no
-- seats are held for yet. Asked when the till has sent everything: what its later entries sold would
-- only push such offers aside again.
CREATE FUNCTION loge.sync_losers_1(of_device uuid, shown bytea) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
BEGIN
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device;
    PERFORM loge.speaks_for(me, j, shown);
    RETURN QUERY
    SELECT c.id FROM loge.conflict AS c
    WHERE c.house = me.house AND c.device = of_device AND c.outcome = :CONFLICT_OPEN
        AND c.heading = :MERGE_RESEAT AND c.proposal IS NULL AND c.sale IS NOT NULL
        AND c.at >= j.heard_at - 600000
    ORDER BY c.seq;
END
$$;

-- Other seats for the losers of these conflicts, as loge.sync_propose_1 finds them. ids NULL: all of
-- loge.sync_losers_1, in one transaction; a program that knows better asks for one at a time.
CREATE FUNCTION loge.sync_propose_2(of_device uuid, shown bytea, ids uuid[],
    used integer, gave_way uuid[])
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    IF used NOT BETWEEN 0 AND 1000000 OR used IS NULL THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF ids IS NULL THEN
        ids := ARRAY(SELECT loge.sync_losers_1(of_device, shown));
    END IF;
    IF cardinality(ids || gave_way) = 0 THEN
        RETURN used;
    END IF;
    RETURN loge.sync_propose_1(of_device, shown, ids, used, gave_way);
END
$$;

-- However a seat was lent: its till is told so when it next says hello.
CREATE FUNCTION loge.tell_of_loans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE loge.journal AS j SET lent = true
    FROM (SELECT DISTINCT r.house, r.device FROM made AS r) AS q
    WHERE j.house = q.house AND j.device = q.device AND NOT j.lent;
    RETURN NULL;
END
$$;
CREATE TRIGGER tell_of_loans AFTER INSERT ON loge.lent REFERENCING NEW TABLE AS made
    FOR EACH STATEMENT EXECUTE FUNCTION loge.tell_of_loans();

RESET ROLE;
ALTER FUNCTION loge.sync_write_2 OWNER TO loge_fn;
ALTER FUNCTION loge.sync_read_2 OWNER TO loge_fn;
ALTER FUNCTION loge.sync_head_2 OWNER TO loge_fn;
ALTER FUNCTION loge.sync_losers_1 OWNER TO loge_fn;
ALTER FUNCTION loge.sync_propose_2 OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.sync_counts, loge.sync_minds_offers, loge.sync_scans_only,
    loge.sync_owns, loge.sync_head_is_true, loge.tell_of_loans TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.sync_write_2, loge.sync_read_2, loge.sync_head_2,
    loge.sync_losers_1, loge.sync_propose_2
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
-- From now on only those above call them.
REVOKE EXECUTE ON FUNCTION loge.sync_write_1, loge.sync_read_1, loge.sync_head_1,
    loge.sync_propose_1
    FROM loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;

-- ---- what has to be true of journals ------------------------------------------------------------

GRANT SELECT (start_seq, start_hash, last_hash) ON loge.journal
    TO loge_supervisor, loge_manager, loge_service;

-- Of entries and their verdicts (an entry is one row: it has one).
CREATE FUNCTION qa.journal_invariants() RETURNS TABLE (name text, detail text)
LANGUAGE sql STABLE AS $$
WITH line AS MATERIALIZED (
    SELECT e.*, j.till, o.uid AS house_uid, lag(e.hash) OVER w AS before, lag(e.seq) OVER w AS seq_before,
        CASE WHEN e.epoch = j.epoch THEN j.start_seq END AS start_seq, j.start_hash
    FROM loge.entry AS e
    LEFT JOIN loge.journal AS j ON j.house = e.house AND j.device = e.device
    LEFT JOIN loge.house AS o ON o.house = e.house
    WINDOW w AS (PARTITION BY e.house, e.device, e.epoch ORDER BY e.seq)
)
SELECT 'journal_with_a_gap', coalesce(l.till, l.device::text) || ' epoch ' || l.epoch || ' before '
    || l.seq
FROM line AS l
WHERE l.till IS NULL OR l.seq <> coalesce(l.seq_before, l.start_seq, l.seq - 1) + 1
UNION ALL
SELECT 'journal_ends_elsewhere', j.till
FROM loge.journal AS j
LEFT JOIN LATERAL (SELECT e.seq, e.hash FROM loge.entry AS e
    WHERE e.house = j.house AND e.device = j.device AND e.epoch = j.epoch
    ORDER BY e.seq DESC LIMIT 1) AS e ON true
WHERE (j.last_seq, j.last_hash) IS DISTINCT FROM (coalesce(e.seq, j.start_seq),
    coalesce(e.hash, j.start_hash))
UNION ALL
SELECT 'entry_that_does_not_follow', l.till || ' ' || l.seq
FROM line AS l
WHERE coalesce(l.before, CASE WHEN l.start_seq IS NOT NULL THEN l.start_hash END) IS NOT NULL
    AND l.hash <> sha256(coalesce(l.before, l.start_hash) || uuid_send(l.house_uid)
        || uuid_send(l.device) || int4send(l.epoch::integer) || int8send(l.seq) || l.body)
UNION ALL
SELECT 'entry_done_without_a_trace', l.till || ' ' || l.seq
FROM line AS l
WHERE l.state IN (:ENTRY_ACCEPTED, :ENTRY_REBASED) AND NOT EXISTS (SELECT 1 FROM loge.receipt AS r
    JOIN loge.event AS e ON e.house = r.house
        AND e.id BETWEEN r.last_event & ~1048575 AND r.last_event AND e.key = r.key
    WHERE r.house = l.house AND r.key = l.uid AND r.fingerprint = l.fingerprint)
UNION ALL
SELECT 'entry_not_done_and_done', l.till || ' ' || l.seq
FROM line AS l
JOIN loge.receipt AS r ON r.house = l.house AND r.key = l.uid AND r.fingerprint = l.fingerprint
WHERE l.state NOT IN (:ENTRY_ACCEPTED, :ENTRY_REBASED)
UNION ALL
SELECT 'entry_with_two_verdicts', l.till || ' ' || l.seq
FROM line AS l
JOIN loge.entry AS e ON e.house = l.house AND e.uid = l.uid AND e.fingerprint = l.fingerprint
WHERE e.state <> l.state
UNION ALL
SELECT 'seat_older_than_an_entry_left_it', l.till || ' ' || l.seq
FROM line AS l
CROSS JOIN LATERAL unnest(l.left_show, l.left_seat, l.left_version)
    AS s (show_no, seat_no, version)
LEFT JOIN loge.show_seat AS t ON t.house = l.house AND t.show_no = s.show_no
    AND t.seat_no = s.seat_no
WHERE l.state IN (:ENTRY_ACCEPTED, :ENTRY_REBASED) AND s.version > coalesce(t.version, 0)
UNION ALL
SELECT 'entry_that_nobody_is_told_of', l.till || ' ' || l.seq
FROM line AS l
WHERE (l.state = :ENTRY_REFUSED OR l.heading IN (:MERGE_PAID_WON, :MERGE_TWICE_IN, :MERGE_BAG_TWICE)
    OR (l.state = :ENTRY_CONFLICT AND l.heading <> :MERGE_FIRST_WRITER))
    AND NOT EXISTS (SELECT 1 FROM loge.conflict AS k WHERE k.house = l.house
        AND k.id = coalesce(l.uid, encode(substr(l.hash, 1, 16), 'hex')::uuid))
UNION ALL
SELECT 'admission_of_no_entry', 'ticket ' || a.ticket
FROM loge.admission AS a
WHERE a.counted IS NOT NULL AND NOT EXISTS (SELECT 1 FROM loge.entry AS e
    WHERE e.house = a.house AND e.uid = a.counted AND e.state IN (:ENTRY_ACCEPTED, :ENTRY_REBASED))
$$;

-- Of what supervisors decide and lend. Whoever was let in twice may have been let in online
-- (qa.door_invariants).
CREATE FUNCTION qa.office_invariants() RETURNS TABLE (name text, detail text)
LANGUAGE sql STABLE AS $$
SELECT 'conflict_without_its_entry', k.till || ' ' || k.seq
FROM loge.conflict AS k
WHERE NOT (k.heading = :MERGE_TWICE_IN AND k.seq = 0) AND NOT EXISTS (SELECT 1 FROM loge.entry AS e
    WHERE e.house = k.house AND e.device = k.device AND e.seq = k.seq
        AND coalesce(e.uid, encode(substr(e.hash, 1, 16), 'hex')::uuid) = k.id)
UNION ALL
SELECT 'conflict_without_its_loser', k.till || ' ' || k.seq
FROM loge.conflict AS k
WHERE k.heading = :MERGE_RESEAT AND NOT EXISTS (SELECT 1 FROM loge.sale AS s
    WHERE s.house = k.house AND s.id = k.sale AND (s.till = k.till
        OR NOT EXISTS (SELECT 1 FROM loge.journal AS t WHERE t.house = s.house AND t.till = s.till)))
UNION ALL
SELECT 'conflict_without_its_owners', k.till || ' ' || k.seq
FROM loge.conflict AS k
WHERE cardinality(k.seats) <> cardinality(k.owners) OR EXISTS (SELECT 1 FROM unnest(k.owners) AS r
    WHERE r IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM loge.hold AS h WHERE h.house = k.house AND h.id = r)
        AND NOT EXISTS (SELECT 1 FROM loge.sale AS s WHERE s.house = k.house AND s.id = r))
UNION ALL
SELECT 'offer_of_a_decided_conflict', k.till || ' ' || k.seq
FROM loge.conflict AS k
JOIN loge.hold AS h ON h.house = k.house AND h.id = k.proposal AND h.status IN (:HOLD_ACTIVE, :HOLD_PAYING)
WHERE k.outcome <> :CONFLICT_OPEN
UNION ALL
SELECT 'decision_of_nobody', k.till || ' ' || k.seq
FROM loge.conflict AS k
WHERE (k.outcome NOT IN (:CONFLICT_OPEN, :CONFLICT_FIRST)) <> (k.decided_by <> '')
UNION ALL
SELECT 'seat_lent_to_nobody', 'show ' || t.show_no || ' seat ' || t.seat_no
FROM loge.show_seat AS t
WHERE t.allotment <> 0 AND NOT EXISTS (SELECT 1 FROM loge.lent AS r
    JOIN loge.journal AS j ON j.house = r.house AND j.device = r.device
        AND j.quarantine <> :QUARANTINE_REVOKED
    WHERE r.house = t.house AND r.show_no = t.show_no AND r.seat_no = t.seat_no
        AND j.no = t.allotment)
UNION ALL
SELECT 'loan_without_its_seat', 'show ' || r.show_no || ' seat ' || r.seat_no
FROM loge.lent AS r
WHERE NOT EXISTS (SELECT 1 FROM loge.show_seat AS t
    JOIN loge.journal AS j ON j.house = t.house AND j.device = r.device AND j.no = t.allotment
    WHERE t.house = r.house AND t.show_no = r.show_no AND t.seat_no = r.seat_no)
UNION ALL
SELECT 'loan_the_till_is_not_told_of', j.till
FROM loge.journal AS j
WHERE NOT j.lent AND EXISTS (SELECT 1 FROM loge.lent AS r
    WHERE r.house = j.house AND r.device = j.device)
$$;

-- Whoever was let in while somebody was in, and not by somebody who knew (DOOR_ALREADY_IN), is told of,
-- and nobody else is.
CREATE FUNCTION qa.door_invariants() RETURNS TABLE (name text, detail text)
LANGUAGE sql STABLE AS $$
WITH line AS MATERIALIZED (
    SELECT s.house, s.ticket, s.act, NOT s.leaving AND s.overridden <> :DOOR_ALREADY_IN
            AND NOT coalesce(lag(s.leaving) OVER w, true) AS twice,
        bool_and(s.act IS NOT NULL) OVER (PARTITION BY s.house, s.ticket) AS whole
    FROM loge.scan AS s
    WHERE s.ticket IS NOT NULL AND s.code <= :DOOR_OVERRIDE
    WINDOW w AS (PARTITION BY s.house, s.ticket ORDER BY s.house_at, s.act)
)
SELECT 'let_in_twice_and_nobody_is_told', 'ticket ' || l.ticket
FROM line AS l
WHERE l.whole AND l.twice AND NOT EXISTS (SELECT 1 FROM loge.conflict AS k
    WHERE k.house = l.house AND k.id = l.act
        AND (k.heading = :MERGE_REVOKED_IN OR k.outcome <> :CONFLICT_FIRST))
UNION ALL
SELECT 'told_of_who_was_not_let_in_twice', 'ticket ' || l.ticket
FROM line AS l
JOIN loge.conflict AS k ON k.house = l.house AND k.id = l.act
WHERE l.whole AND NOT l.twice AND k.heading = :MERGE_TWICE_IN AND k.outcome = :CONFLICT_OPEN
UNION ALL
SELECT 'bag_of_nobody_who_was_let_in', 'ticket ' || c.ticket
FROM loge.checkin AS c
WHERE NOT EXISTS (SELECT 1 FROM loge.admission AS a WHERE a.house = c.house AND a.ticket = c.ticket
    AND a.show_no = c.show_no AND a.entries >= c.entry)
UNION ALL
SELECT 'fee_of_another_till', 'ticket ' || c.ticket
FROM loge.checkin AS c
JOIN loge.shift AS s ON s.house = c.house AND s.id = c.shift
WHERE c.paid > 0 AND s.till <> c.till
UNION ALL
SELECT 'bag_twice_and_its_money_nowhere', k.till || ' ' || k.seq
FROM loge.conflict AS k
WHERE k.heading = :MERGE_BAG_TWICE AND ((k.outcome <> :CONFLICT_FIRST) <> (k.sale IS NOT NULL)
    OR (k.sale IS NOT NULL AND NOT EXISTS (SELECT 1 FROM loge.payment AS p
        WHERE p.house = k.house AND p.sale = k.sale)))
UNION ALL
SELECT 'fee_taken_after_its_shift', 'ticket ' || c.ticket
FROM loge.checkin AS c
JOIN loge.shift AS s ON s.house = c.house AND s.id = c.shift
WHERE s.closed_at > 0 AND c.at > s.closed_at
$$;

CREATE FUNCTION qa.invariants() RETURNS TABLE (name text, detail text)
LANGUAGE sql STABLE AS $$
SELECT * FROM qa.seat_invariants()
UNION ALL
SELECT * FROM qa.journal_invariants()
UNION ALL
SELECT * FROM qa.office_invariants()
UNION ALL
SELECT * FROM qa.door_invariants()
$$;

RESET ROLE;
GRANT EXECUTE ON FUNCTION qa.invariants(), qa.journal_invariants(), qa.office_invariants(),
    qa.door_invariants() TO loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
