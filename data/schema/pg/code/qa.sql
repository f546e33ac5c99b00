-- What reports and checks look at: the same names in every store, with words instead of numbers.
-- They are read with the rights of the login that looks, so row-level security shows it its own house
-- and a superuser every house.

CREATE VIEW qa.seat WITH (security_invoker = true) AS
SELECT w.id AS show, h.label AS seat,
    {words seat_status s.status} AS status,
    s.version, replace(s.holder::text, '-', '') AS holder, s.held_until
FROM loge.show AS w
JOIN loge.show_seat AS s ON s.house = w.house AND s.show_no = w.no
JOIN loge.hall_seat AS h ON h.house = w.house AND h.hall_no = w.hall_no AND h.seat_no = s.seat_no
WHERE NOT s.retired;

CREATE VIEW qa.claim WITH (security_invoker = true) AS
SELECT w.id AS show, h.label AS seat, replace(c.hold_id::text, '-', '') AS hold, c.live::integer,
    {words hold_status d.status} AS status,
    d.expires_at
FROM loge.claim AS c
JOIN loge.show AS w ON w.house = c.house AND w.no = c.show_no
JOIN loge.hall_seat AS h ON h.house = w.house AND h.hall_no = w.hall_no AND h.seat_no = c.seat_no
JOIN loge.hold AS d ON d.house = c.house AND d.id = c.hold_id;

CREATE VIEW qa.receipt WITH (security_invoker = true) AS
SELECT replace(r.key::text, '-', '') AS key, encode(r.fingerprint, 'hex') AS fingerprint, r.act,
    r.at, r.last_event, r.answer
FROM loge.receipt AS r;

CREATE VIEW qa.event WITH (security_invoker = true) AS
SELECT e.id, e.at, e.act, e.actor, e.till, e.approver, w.id AS show, h.label AS seat, e.version,
    {words seat_status e.was} AS was,
    {words seat_status e.became} AS became,
    replace(e.subject::text, '-', '') AS subject, e.held_ms, e.reason, e.note,
    replace(e.key::text, '-', '') AS key, e.address, e.client,
    CASE WHEN e.approval <> :APPROVAL_NONE THEN {words approval e.approval} END AS approval
FROM loge.event AS e
LEFT JOIN loge.show AS w ON w.house = e.house AND w.no = e.show_no
LEFT JOIN loge.hall_seat AS h ON h.house = w.house AND h.hall_no = w.hall_no
    AND h.seat_no = e.seat_no;

-- One row for each thing that must not be; empty when the house is sound.
CREATE FUNCTION qa.seat_invariants() RETURNS TABLE (name text, detail text) LANGUAGE sql STABLE AS $$
SELECT 'held_seat_without_claim', 'show ' || s.show_no || ' seat ' || s.seat_no
FROM loge.show_seat AS s
WHERE s.status = :SEAT_HELD AND NOT EXISTS (SELECT 1 FROM loge.claim AS c
    WHERE c.house = s.house AND c.hold_id = s.holder AND c.seat_no = s.seat_no
        AND c.show_no = s.show_no AND c.live)
UNION ALL
SELECT 'claim_without_held_seat', 'show ' || c.show_no || ' seat ' || c.seat_no
FROM loge.claim AS c
WHERE c.live AND NOT EXISTS (SELECT 1 FROM loge.show_seat AS s
    WHERE s.house = c.house AND s.show_no = c.show_no AND s.seat_no = c.seat_no AND s.status = :SEAT_HELD
        AND s.holder = c.hold_id)
UNION ALL
SELECT 'claim_of_ended_hold', 'hold ' || c.hold_id || ' seat ' || c.seat_no
FROM loge.claim AS c
WHERE c.live AND NOT EXISTS (SELECT 1 FROM loge.hold AS d
    WHERE d.house = c.house AND d.id = c.hold_id AND d.status IN (:HOLD_ACTIVE, :HOLD_PAYING))
UNION ALL
SELECT 'open_hold_without_seat', 'hold ' || d.id
FROM loge.hold AS d
WHERE d.status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND NOT EXISTS (SELECT 1 FROM loge.claim AS c
    WHERE c.house = d.house AND c.hold_id = d.id AND c.live)
UNION ALL
SELECT 'hold_past_its_ceiling', 'hold ' || d.id
FROM loge.hold AS d WHERE d.ceiling_at > 0 AND d.expires_at > d.ceiling_at
UNION ALL
SELECT 'converted_hold_without_sale', 'hold ' || d.id
FROM loge.hold AS d
WHERE (d.status = :HOLD_CONVERTED) <> EXISTS (SELECT 1 FROM loge.sale AS v
    WHERE v.house = d.house AND v.id = d.sale)
UNION ALL
SELECT 'sale_of_a_hold_that_is_not_converted', 'sale ' || v.code
FROM loge.sale AS v
WHERE v.hold IS NOT NULL AND NOT EXISTS (SELECT 1 FROM loge.hold AS d
    WHERE d.house = v.house AND d.id = v.hold AND d.status = :HOLD_CONVERTED AND d.sale = v.id)
UNION ALL
SELECT 'sold_seat_without_ticket', 'show ' || s.show_no || ' seat ' || s.seat_no
FROM loge.show_seat AS s
WHERE s.status = :SEAT_SOLD AND (SELECT count(*) FROM loge.ticket AS t
    WHERE t.house = s.house AND t.show_no = s.show_no AND t.seat_no = s.seat_no AND t.status = :TICKET_VALID
        AND t.sale = s.holder) <> 1
UNION ALL
SELECT 'ticket_without_sold_seat', 'ticket ' || t.code
FROM loge.ticket AS t
WHERE t.status = :TICKET_VALID AND NOT EXISTS (SELECT 1 FROM loge.show_seat AS s
    WHERE s.house = t.house AND s.show_no = t.show_no AND s.seat_no = t.seat_no AND s.status = :SEAT_SOLD
        AND s.holder = t.sale)
UNION ALL
SELECT 'receipt_without_its_events', 'key ' || r.key
FROM loge.receipt AS r
WHERE r.last_event & 1048575 <> (SELECT count(*) FROM loge.event AS e
    WHERE e.house = r.house AND e.id BETWEEN r.last_event & ~1048575 AND r.last_event)
$$;

CREATE VIEW qa.admission WITH (security_invoker = true) AS
SELECT w.id AS show, replace(a.ticket::text, '-', '') AS ticket, t.code, a.inside::integer,
    a.entries, a.first_at, a.last_at, a.gate, a.till, a.blocked::integer
FROM loge.admission AS a
JOIN loge.show AS w ON w.house = a.house AND w.no = a.show_no
LEFT JOIN loge.ticket AS t ON t.house = a.house AND t.id = a.ticket;

CREATE VIEW qa.checkin WITH (security_invoker = true) AS
SELECT w.id AS show, replace(c.ticket::text, '-', '') AS ticket, t.code, c.entry,
    CASE c.status WHEN :CHECKIN_IN_PROGRESS THEN 'IN_PROGRESS'
        WHEN :CHECKIN_WAITING THEN 'WAITING_FOR_PAYMENT' WHEN :CHECKIN_COMPLETED THEN 'COMPLETED' END AS status,
    c.weight_g, c.fee, c.paid, c.at, c.till
FROM loge.checkin AS c
JOIN loge.show AS w ON w.house = c.house AND w.no = c.show_no
LEFT JOIN loge.ticket AS t ON t.house = c.house AND t.id = c.ticket;

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
$$;

-- Each entry has its verdict, and that only, and its effect.
CREATE FUNCTION qa.entry_invariants() RETURNS TABLE (name text, detail text)
LANGUAGE sql STABLE AS $$
SELECT 'entry_done_without_a_trace', o.till || ' ' || l.seq
FROM loge.entry AS l JOIN loge.journal AS o USING (house, device)
WHERE l.state IN (:ENTRY_ACCEPTED, :ENTRY_REBASED) AND NOT EXISTS (SELECT 1 FROM loge.receipt AS r
    JOIN loge.event AS e ON e.house = r.house
        AND e.id BETWEEN r.last_event & ~1048575 AND r.last_event AND e.key = r.key
    WHERE r.house = l.house AND r.key = l.uid AND r.fingerprint = l.fingerprint)
UNION ALL
SELECT 'entry_not_done_and_done', o.till || ' ' || l.seq
FROM loge.entry AS l JOIN loge.journal AS o USING (house, device)
JOIN loge.receipt AS r ON r.house = l.house AND r.key = l.uid AND r.fingerprint = l.fingerprint
WHERE l.state NOT IN (:ENTRY_ACCEPTED, :ENTRY_REBASED)
UNION ALL
SELECT 'entry_with_two_verdicts', o.till || ' ' || l.seq
FROM loge.entry AS l JOIN loge.journal AS o USING (house, device)
JOIN loge.entry AS e ON e.house = l.house AND e.uid = l.uid AND e.fingerprint = l.fingerprint
WHERE e.state <> l.state
UNION ALL
SELECT 'seat_older_than_an_entry_left_it', o.till || ' ' || l.seq
FROM loge.entry AS l JOIN loge.journal AS o USING (house, device)
CROSS JOIN LATERAL unnest(l.left_show, l.left_seat, l.left_version)
    AS s (show_no, seat_no, version)
LEFT JOIN loge.show_seat AS t ON t.house = l.house AND t.show_no = s.show_no
    AND t.seat_no = s.seat_no
WHERE l.state IN (:ENTRY_ACCEPTED, :ENTRY_REBASED) AND s.version > coalesce(t.version, 0)
UNION ALL
SELECT 'entry_that_nobody_is_told_of', o.till || ' ' || l.seq
FROM loge.entry AS l JOIN loge.journal AS o USING (house, device)
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

-- Of what supervisors decide. Whoever was let in twice may have been let in online
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
$$;

-- What is lent to tills: seats to one living till each, and of vouchers no more than they have.
CREATE FUNCTION qa.loan_invariants() RETURNS TABLE (name text, detail text)
LANGUAGE sql STABLE AS $$
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
WHERE NOT j.lent AND (EXISTS (SELECT 1 FROM loge.lent AS r
        WHERE r.house = j.house AND r.device = j.device)
    OR EXISTS (SELECT 1 FROM loge.voucher_loan AS r
        WHERE r.house = j.house AND r.device = j.device AND (r.money > 0 OR r.uses > 0)))
UNION ALL
SELECT 'voucher_lent_otherwise_than_it_says', 'voucher ' || v.code
FROM loge.voucher AS v
WHERE (v.lent, v.lent_uses) IS DISTINCT FROM (SELECT ROW(coalesce(sum(r.money), 0)::bigint,
        coalesce(sum(r.uses), 0)::integer) FROM loge.voucher_loan AS r
    WHERE r.house = v.house AND r.code = v.code)
UNION ALL
SELECT 'voucher_lent_beyond_its_limit', 'voucher ' || v.code
FROM loge.voucher AS v
WHERE ((v.lent > 0 AND v.used + v.lent > v.budget) OR (v.lent_uses > 0 AND v.uses + v.lent_uses > v.max_uses))
    AND NOT qa.is_told(v.house, NULL, v.code)
UNION ALL
SELECT 'voucher_lent_to_nobody', 'voucher ' || r.code || ' ' || r.till
FROM loge.voucher_loan AS r
WHERE (r.money > 0 OR r.uses > 0) AND NOT EXISTS (SELECT 1 FROM loge.journal AS j
    WHERE j.house = r.house AND j.device = r.device AND j.till = r.till
        AND j.quarantine <> :QUARANTINE_REVOKED)
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

-- Has somebody been told that this order's or this voucher's money does not add up, and was it not given back?
-- An act is told under one heading, with every voucher that it used up (tell_row of src/domain/merge_row.c).
CREATE FUNCTION qa.is_told(of_house integer, of_sale uuid, of_voucher text) RETURNS boolean
LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT 1 FROM loge.conflict AS k WHERE k.house = of_house
        AND k.outcome IN (:CONFLICT_OPEN, :CONFLICT_KEEP, :CONFLICT_DUE)
        AND (k.sale = of_sale OR of_voucher = ANY (string_to_array(k.about, ', '))))
$$;

-- Of money: the truths of code/truths.sql that are always so. An order that came home from a till that was
-- alone may have been paid twice; its conflict says so until it is decided, and what was decided.
CREATE FUNCTION qa.money_invariants() RETURNS TABLE (name text, detail text) LANGUAGE sql STABLE AS $$
SELECT CASE WHEN f.fault = 'sale.total' THEN 'sale_total_is_not_its_tickets'
    WHEN f.fault = 'sale.status' THEN 'valid_ticket_of_refunded_sale'
    WHEN f.paid_agrees THEN 'sale_paid_less_than_its_tickets' ELSE 'sale_paid_is_not_its_payments' END, 'sale ' || f.code
FROM loge.order_fault AS f
WHERE f.fault IS NOT NULL AND NOT (f.fault = 'sale.paid' AND f.paid_agrees AND qa.is_told(f.house, f.id, ''))
UNION ALL
SELECT 'ticket_does_not_add_up', 'ticket ' || f.code || ' ' || f.fault
FROM loge.ticket_fault AS f WHERE f.fault IS NOT NULL
UNION ALL
SELECT 'voucher_over_its_limit', 'voucher ' || f.code || ' ' || f.fault
FROM loge.voucher_fault AS f WHERE f.fault IS NOT NULL AND NOT qa.is_told(f.house, NULL, f.code)
UNION ALL
SELECT 'shift_does_not_add_up', 'till ' || f.till || ' ' || f.fault
FROM loge.shift_fault AS f WHERE f.fault IS NOT NULL
UNION ALL
SELECT 'payment_in_a_closed_shift', 'sale ' || p.sale
FROM loge.payment AS p JOIN loge.shift AS s ON s.house = p.house AND s.id = p.shift
WHERE s.sealed AND s.closed_at > 0 AND p.at > s.closed_at + :CLOCK_SLACK_MS
UNION ALL
SELECT 'sale_paid_more_than_its_tickets', 'sale ' || s.code
FROM loge.sale AS s
WHERE s.status <> :SALE_DUE AND s.paid > s.total + (SELECT coalesce(sum(t.kept), 0) FROM loge.ticket AS t
        WHERE t.house = s.house AND t.sale = s.id)
    AND NOT qa.is_told(s.house, s.id, '')
$$;

-- What was signed at a till that was alone is marked so, and nothing else is. An entry that the house had
-- done before, under the same key, has written nothing: then the house itself has checked who signed.
CREATE FUNCTION qa.approval_invariants() RETURNS TABLE (name text, detail text) LANGUAGE sql STABLE AS $$
SELECT DISTINCT 'approval_without_its_mark', o.till || ' ' || l.seq
FROM loge.entry AS l JOIN loge.journal AS o USING (house, device)
JOIN loge.receipt AS r ON r.house = l.house AND r.key = l.uid AND r.at = l.at
JOIN loge.event AS e ON e.house = r.house AND e.id BETWEEN r.last_event & ~1048575 AND r.last_event AND e.key = r.key
WHERE e.approval = :APPROVAL_HOUSE
UNION ALL
SELECT 'approval_marked_for_no_entry', 'event ' || e.id
FROM loge.event AS e
WHERE e.approval = :APPROVAL_TILL AND NOT EXISTS (SELECT 1 FROM loge.entry AS l
    WHERE l.house = e.house AND l.uid = e.key)
$$;

CREATE FUNCTION qa.invariants() RETURNS TABLE (name text, detail text)
LANGUAGE sql STABLE AS $$
SELECT * FROM qa.seat_invariants()
UNION ALL
SELECT * FROM qa.money_invariants()
UNION ALL
SELECT * FROM qa.journal_invariants()
UNION ALL
SELECT * FROM qa.entry_invariants()
UNION ALL
SELECT * FROM qa.office_invariants()
UNION ALL
SELECT * FROM qa.loan_invariants()
UNION ALL
SELECT * FROM qa.door_invariants()
UNION ALL
SELECT * FROM qa.approval_invariants()
$$;

RESET ROLE;
GRANT EXECUTE ON FUNCTION qa.is_told, qa.seat_invariants, qa.money_invariants, qa.journal_invariants, qa.entry_invariants, qa.office_invariants,
    qa.loan_invariants, qa.door_invariants, qa.approval_invariants, qa.invariants
    TO loge_supervisor, loge_manager, loge_service;
