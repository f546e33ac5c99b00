-- Who went through a door with a ticket, in the order in which it happened: what comes home is judged
-- among all passages of its ticket (src/domain/passage.h), whichever door hears of it first.

-- act: the key of the act it was; house_at: when, by the house's clock. NULL: of before, when a scan
-- had only an id and its till's time.
ALTER TABLE loge.scan ADD COLUMN act uuid, ADD COLUMN house_at bigint;
CREATE INDEX scan_ticket ON loge.scan (house, ticket) WHERE ticket IS NOT NULL AND code <= 3;
ALTER TYPE loge.scan_row ADD ATTRIBUTE act uuid;
-- Whole now, of all passages: entries and first_at; twice: the acts that were one too many.
ALTER TYPE loge.sync_admission ADD ATTRIBUTE first_at bigint, ADD ATTRIBUTE twice uuid[];

-- Whoever judges a ticket's passages or adds one has this lock: none is judged without another that
-- is just being written.
CREATE FUNCTION loge.ticket_lock(of_house integer, ticket uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
    SELECT hashtextextended(ticket::text, of_house)
$$;

-- ---- online -------------------------------------------------------------------------------------

-- As before; and a till that sends what this ticket has done meanwhile is waited for.
CREATE OR REPLACE FUNCTION loge.write_admissions(me loge.doer, rows loge.admission_row[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    IF me.may & 12 = 0 AND NOT me.carries AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            LEFT JOIN loge.admission AS a ON a.house = me.house AND a.ticket = r.ticket
            WHERE r.blocked <> coalesce(a.blocked, false)) THEN
        PERFORM loge.answer(-111);
    END IF;
    PERFORM pg_advisory_xact_lock(q.lock)
    FROM (SELECT DISTINCT loge.ticket_lock(me.house, r.ticket) AS lock FROM unnest(rows) AS r
        ORDER BY 1 OFFSET 0) AS q;
    INSERT INTO loge.admission (house, ticket, show_no, inside, entries, first_at, last_at, gate,
        till, blocked, version)
    SELECT me.house, r.ticket, r.show_no, r.inside, r.entries, r.first_at, r.last_at, r.gate,
        r.till, r.blocked, 1
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.admission AS a SET show_no = r.show_no, inside = r.inside, entries = r.entries,
        first_at = r.first_at, last_at = r.last_at, gate = r.gate, till = r.till,
        blocked = r.blocked, version = a.version + 1
    FROM unnest(rows) AS r
    WHERE a.house = me.house AND a.ticket = r.ticket AND a.version = r.version AND r.version > 0;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;

-- A till tells of its own scans only, and who overrides one is who says so. What is done online
-- happens now, whatever the till's clock says.
CREATE OR REPLACE FUNCTION loge.write_scans(me loge.doer, rows loge.scan_row[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT me.carries AND EXISTS (SELECT 1 FROM unnest(rows) AS r WHERE r.actor <> me.name) THEN
        PERFORM loge.answer(-111);
    END IF;
    INSERT INTO loge.scan (house, id, at, show_no, gate, code, overridden, leaving, ticket, label,
        till, actor, approver, reason, act, house_at)
    SELECT me.house, r.id, r.at, r.show_no, r.gate, r.code, r.overridden, r.leaving, r.ticket,
        r.label, r.till, r.actor, r.approver, r.reason, r.act, me.now_ms
    FROM unnest(rows) AS r;
END
$$;

-- ---- what comes home ----------------------------------------------------------------------------

-- The scans; who is in by them is written when their entries are there (loge.sync_inside).
CREATE OR REPLACE FUNCTION loge.sync_door(me loge.doer, j loge.journal, rows loge.sync_admission[],
    scans loge.scan_row[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO loge.scan (house, id, at, show_no, gate, code, overridden, leaving, ticket, label,
        till, actor, approver, reason, act, house_at)
    SELECT me.house, r.id, r.at, r.show_no, r.gate, r.code, r.overridden, r.leaving, r.ticket,
        r.label, j.till, r.actor, r.approver, r.reason, r.act, r.at
    FROM unnest(scans) AS r
    ON CONFLICT (house, id) DO NOTHING
$$;

-- Who is in. Gate and till are those of the last passage, which may have come home before.
CREATE FUNCTION loge.sync_inside(me loge.doer, j loge.journal, rows loge.sync_admission[])
RETURNS void LANGUAGE sql AS $$
    INSERT INTO loge.admission AS a (house, ticket, show_no, inside, entries, first_at, last_at,
        gate, till, blocked, counted, version)
    SELECT me.house, r.ticket, r.show_no, r.inside, r.entries, r.first_at, r.at, r.gate, j.till,
        false, (SELECT e.uid FROM loge.entry AS e
            WHERE e.house = me.house AND e.uid = r.counted AND e.state IN (2, 3) LIMIT 1), 1
    FROM unnest(rows) AS r
    ON CONFLICT (house, ticket) DO UPDATE SET inside = excluded.inside, entries = excluded.entries,
        first_at = excluded.first_at, last_at = excluded.last_at,
        gate = CASE WHEN excluded.last_at > a.last_at THEN excluded.gate ELSE a.gate END,
        till = CASE WHEN excluded.last_at > a.last_at THEN excluded.till ELSE a.till END,
        counted = excluded.counted, version = a.version + 1
$$;

-- Who was let in twice (heading 5): the passage that was one too many is named, whoever brought it
-- to light; seq 0: it was done online. One that turns out to be none is settled by itself, unless
-- somebody has decided already.
CREATE FUNCTION loge.sync_twice(me loge.doer, j loge.journal, rows loge.sync_admission[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.conflict AS c (house, id, device, till, seq, heading, reason, actor, made_at,
        at, deadline, show_no, seats, owners, ticket)
    SELECT me.house, w.act, coalesce(e.device, j.device), s.till, coalesce(e.seq, 0), 5, 0,
        s.actor, coalesce(s.house_at, s.at), me.now_ms,
        me.now_ms + 86400000 - coalesce(p.decide_ms, 3600000), 0, '{}', '{}', r.ticket
    FROM unnest(rows) AS r
    CROSS JOIN LATERAL unnest(r.twice) AS w (act)
    JOIN loge.scan AS s ON s.house = me.house AND s.ticket = r.ticket AND s.code <= 3
        AND coalesce(s.act, s.id) = w.act
    LEFT JOIN LATERAL (SELECT q.device, q.seq FROM loge.entry AS q
        WHERE q.house = me.house AND q.uid = w.act ORDER BY q.epoch DESC LIMIT 1) AS e ON true
    LEFT JOIN loge.policy AS p ON p.house = me.house
    ON CONFLICT (house, id) DO UPDATE SET outcome = 0, at = me.now_ms, version = c.version + 1
        WHERE c.heading = 5 AND c.outcome = 1;
    UPDATE loge.conflict AS c SET outcome = 1, version = c.version + 1
    FROM unnest(rows) AS r
    WHERE c.house = me.house AND c.heading = 5 AND c.outcome = 0 AND c.ticket = r.ticket
        AND c.id <> ALL (coalesce(r.twice, '{}'));
    -- Which seat it is about, and whose, for whoever has to decide.
    UPDATE loge.conflict AS c SET show_no = t.show_no, seats = ARRAY[t.seat_no],
        owners = ARRAY[t.sale]
    FROM unnest(rows) AS r
    JOIN loge.ticket AS t ON t.house = me.house AND t.id = r.ticket
    WHERE c.house = me.house AND c.ticket = r.ticket AND c.heading IN (5, 6) AND c.show_no = 0;
END
$$;

RESET ROLE;
GRANT EXECUTE ON FUNCTION loge.ticket_lock, loge.sync_inside, loge.sync_twice TO loge_fn;
SET ROLE loge_fn;

-- As before; and the passages, when everything else stands.
CREATE OR REPLACE FUNCTION loge.sync_write_2(of_device uuid, shown bytea, bytes bytea,
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
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device
    FOR NO KEY UPDATE;
    PERFORM loge.speaks_for(me, j, shown);
    IF NOT loge.sync_counts(j, entries, steps, notes)
            OR NOT loge.sync_minds_offers(me, steps, holds || changed_holds)
            OR (me.may & 30 = 0 AND NOT loge.sync_scans_only(entries, steps, notes, sales, tickets,
                payments, shifts, moves, customers, waiters, vouchers)) THEN
        PERFORM loge.answer(-111);
    END IF;
    done := loge.sync_write_1(of_device, shown, bytes, entries, steps, notes, holds,
        changed_holds, sales, tickets, payments, shifts, moves, customers, waiters, vouchers,
        admissions, scans, conflicts);
    IF NOT loge.sync_owns(me, j, conflicts) THEN
        PERFORM loge.answer(-111);
    END IF;
    IF admissions IS NOT NULL THEN
        PERFORM loge.sync_inside(me, j, admissions);
        PERFORM loge.sync_twice(me, j, admissions);
    END IF;
    RETURN done;
END
$$;

-- All a batch needs, its seats and then its tickets locked in order, for whoever speaks for the till;
-- rows as loge.sync_read_1 has them, and instead of its kind 5:
-- 5 passage: id_a ticket, id_b act, a when, b 1 out, c what an override was of
-- 6 a ticket by which nobody is to come in: id_a
CREATE OR REPLACE FUNCTION loge.sync_read_2(of_device uuid, shown bytea, of_epoch bigint,
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
        sync_read_2.last_seq, keys, afters, '{}'::uuid[]);
    PERFORM pg_advisory_xact_lock(q.lock)
    FROM (SELECT DISTINCT loge.ticket_lock(me.house, k.ticket) AS lock
        FROM unnest(tickets) AS k (ticket) ORDER BY 1 OFFSET 0) AS q;
    RETURN QUERY
    SELECT 5::smallint, 0::bigint, 0::bigint, 0, 0, 0::bigint, coalesce(s.house_at, s.at),
        s.leaving::integer::bigint, s.overridden::bigint, 0::bigint, s.ticket,
        coalesce(s.act, s.id), NULL::bytea, NULL::bytea
    FROM (SELECT DISTINCT q.ticket FROM unnest(tickets) AS q (ticket)) AS k
    JOIN loge.scan AS s ON s.house = me.house AND s.ticket = k.ticket AND s.code <= 3;
    RETURN QUERY
    SELECT 6::smallint, 0::bigint, 0::bigint, 0, 0, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        0::bigint, k.ticket, NULL::uuid, NULL::bytea, NULL::bytea
    FROM unnest(tickets) AS k (ticket)
    WHERE EXISTS (SELECT 1 FROM loge.ticket AS t
            WHERE t.house = me.house AND t.id = k.ticket AND t.status <> 0)
        OR EXISTS (SELECT 1 FROM loge.admission AS m
            WHERE m.house = me.house AND m.ticket = k.ticket AND m.blocked);
END
$$;

SET ROLE loge_owner;

-- ---- what has to be true ------------------------------------------------------------------------

-- As before; but whoever was let in twice may have been let in online (qa.door_invariants).
CREATE OR REPLACE FUNCTION qa.office_invariants() RETURNS TABLE (name text, detail text)
LANGUAGE sql STABLE AS $$
SELECT 'conflict_without_its_entry', k.till || ' ' || k.seq
FROM loge.conflict AS k
WHERE NOT (k.heading = 5 AND k.seq = 0) AND NOT EXISTS (SELECT 1 FROM loge.entry AS e
    WHERE e.house = k.house AND e.device = k.device AND e.seq = k.seq
        AND coalesce(e.uid, encode(substr(e.hash, 1, 16), 'hex')::uuid) = k.id)
UNION ALL
SELECT 'conflict_without_its_loser', k.till || ' ' || k.seq
FROM loge.conflict AS k
WHERE k.heading = 3 AND NOT EXISTS (SELECT 1 FROM loge.sale AS s
    WHERE s.house = k.house AND s.id = k.sale AND s.till = k.till)
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
JOIN loge.hold AS h ON h.house = k.house AND h.id = k.proposal AND h.status IN (0, 1)
WHERE k.outcome <> 0
UNION ALL
SELECT 'decision_of_nobody', k.till || ' ' || k.seq
FROM loge.conflict AS k
WHERE (k.outcome NOT IN (0, 1)) <> (k.decided_by <> '')
UNION ALL
SELECT 'seat_lent_to_nobody', 'show ' || t.show_no || ' seat ' || t.seat_no
FROM loge.show_seat AS t
WHERE t.allotment <> 0 AND NOT EXISTS (SELECT 1 FROM loge.lent AS r
    JOIN loge.journal AS j ON j.house = r.house AND j.device = r.device AND j.quarantine <> 4
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

-- Whoever was let in while somebody was in, and not by somebody who knew (22, already in), is told
-- of, and nobody else is. Tickets that were scanned before this was kept are left out.
CREATE FUNCTION qa.door_invariants() RETURNS TABLE (name text, detail text)
LANGUAGE sql STABLE AS $$
WITH line AS MATERIALIZED (
    SELECT s.house, s.ticket, s.act, NOT s.leaving AND s.overridden <> 22
            AND NOT coalesce(lag(s.leaving) OVER w, true) AS twice,
        bool_and(s.act IS NOT NULL) OVER (PARTITION BY s.house, s.ticket) AS whole
    FROM loge.scan AS s
    WHERE s.ticket IS NOT NULL AND s.code <= 3
    WINDOW w AS (PARTITION BY s.house, s.ticket ORDER BY s.house_at, s.act)
)
SELECT 'let_in_twice_and_nobody_is_told', 'ticket ' || l.ticket
FROM line AS l
WHERE l.whole AND l.twice AND NOT EXISTS (SELECT 1 FROM loge.conflict AS k
    WHERE k.house = l.house AND k.id = l.act AND (k.heading = 6 OR k.outcome <> 1))
UNION ALL
SELECT 'told_of_who_was_not_let_in_twice', 'ticket ' || l.ticket
FROM line AS l
JOIN loge.conflict AS k ON k.house = l.house AND k.id = l.act
WHERE l.whole AND NOT l.twice AND k.heading = 5 AND k.outcome = 0
$$;

CREATE OR REPLACE FUNCTION qa.invariants() RETURNS TABLE (name text, detail text)
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
GRANT EXECUTE ON FUNCTION qa.door_invariants() TO loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
