-- What reports and checks look at: the same names in every store, with words instead of numbers.
-- They are read with the rights of the login that looks, so row-level security shows it its own house
-- and a superuser every house.

CREATE VIEW qa.seat WITH (security_invoker = true) AS
SELECT w.id AS show, h.label AS seat,
    CASE s.status WHEN :SEAT_AVAILABLE THEN 'available' WHEN :SEAT_HELD THEN 'held'
        WHEN :SEAT_SOLD THEN 'sold' ELSE 'blocked' END AS status,
    s.version, replace(s.holder::text, '-', '') AS holder, s.held_until
FROM loge.show AS w
JOIN loge.show_seat AS s ON s.house = w.house AND s.show_no = w.no
JOIN loge.hall_seat AS h ON h.house = w.house AND h.hall_no = w.hall_no AND h.seat_no = s.seat_no
WHERE NOT s.retired;

CREATE VIEW qa.claim WITH (security_invoker = true) AS
SELECT w.id AS show, h.label AS seat, replace(c.hold_id::text, '-', '') AS hold, c.live::integer,
    CASE d.status WHEN :HOLD_ACTIVE THEN 'active' WHEN :HOLD_PAYING THEN 'paying'
        WHEN :HOLD_CONVERTED THEN 'converted' WHEN :HOLD_EXPIRED THEN 'expired'
        ELSE 'cancelled' END AS status,
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
    CASE e.was WHEN :SEAT_AVAILABLE THEN 'available' WHEN :SEAT_HELD THEN 'held'
        WHEN :SEAT_SOLD THEN 'sold' ELSE 'blocked' END AS was,
    CASE e.became WHEN :SEAT_AVAILABLE THEN 'available' WHEN :SEAT_HELD THEN 'held'
        WHEN :SEAT_SOLD THEN 'sold' ELSE 'blocked' END AS became,
    replace(e.subject::text, '-', '') AS subject, e.held_ms, e.reason, e.note,
    replace(e.key::text, '-', '') AS key, e.address, e.client
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
SELECT 'valid_ticket_of_refunded_sale', 'ticket ' || t.code
FROM loge.ticket AS t JOIN loge.sale AS v ON v.house = t.house AND v.id = t.sale
WHERE t.status = :TICKET_VALID AND v.status = :SALE_REFUNDED
UNION ALL
SELECT 'sale_total_is_not_its_tickets', 'sale ' || v.code
FROM loge.sale AS v
WHERE v.total <> (SELECT coalesce(sum(t.total), 0) FROM loge.ticket AS t
    WHERE t.house = v.house AND t.sale = v.id AND t.status = :TICKET_VALID)
UNION ALL
SELECT 'sale_paid_is_not_its_payments', 'sale ' || v.code
FROM loge.sale AS v
WHERE v.paid <> (SELECT coalesce(sum(p.amount), 0) FROM loge.payment AS p
    WHERE p.house = v.house AND p.sale = v.id)
UNION ALL
SELECT 'receipt_without_its_events', 'key ' || r.key
FROM loge.receipt AS r
WHERE r.last_event & 1048575 <> (SELECT count(*) FROM loge.event AS e
    WHERE e.house = r.house AND e.id BETWEEN r.last_event & ~1048575 AND r.last_event)
$$;

RESET ROLE;
GRANT SELECT ON ALL TABLES IN SCHEMA qa TO loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION qa.seat_invariants() TO loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
