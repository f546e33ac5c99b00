-- What reports and checks look at: the same names in every store, with words instead of numbers.

CREATE VIEW qa_seat AS
SELECT w.id AS show, h.label AS seat,
    CASE s.status WHEN :SEAT_AVAILABLE THEN 'available' WHEN :SEAT_HELD THEN 'held'
        WHEN :SEAT_SOLD THEN 'sold' ELSE 'blocked' END AS status,
    s.version, lower(hex(s.holder)) AS holder, s.held_until
FROM show AS w
CROSS JOIN show_seat AS s ON s.show_no = w.no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = s.seat_no
WHERE s.retired = 0;

CREATE VIEW qa_claim AS
SELECT w.id AS show, h.label AS seat, lower(hex(c.hold_id)) AS hold, c.live,
    CASE d.status WHEN :HOLD_ACTIVE THEN 'active' WHEN :HOLD_PAYING THEN 'paying'
        WHEN :HOLD_CONVERTED THEN 'converted' WHEN :HOLD_EXPIRED THEN 'expired' ELSE 'cancelled' END
        AS status,
    d.expires_at
FROM claim AS c
CROSS JOIN show AS w ON w.no = c.show_no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = c.seat_no
CROSS JOIN hold AS d ON d.id = c.hold_id;

CREATE VIEW qa_receipt AS
SELECT lower(hex(key)) AS key, lower(hex(fingerprint)) AS fingerprint, act, at, last_event, answer
FROM receipt;

CREATE VIEW qa_event AS
SELECT e.id, e.at, e.act, e.actor, e.till, e.approver, w.id AS show, h.label AS seat, e.version,
    CASE e.was WHEN :SEAT_AVAILABLE THEN 'available' WHEN :SEAT_HELD THEN 'held'
        WHEN :SEAT_SOLD THEN 'sold' ELSE 'blocked' END AS was,
    CASE e.became WHEN :SEAT_AVAILABLE THEN 'available' WHEN :SEAT_HELD THEN 'held'
        WHEN :SEAT_SOLD THEN 'sold' ELSE 'blocked' END AS became,
    lower(hex(e.subject)) AS subject, e.held_ms, e.reason, e.note, lower(hex(e.key)) AS key,
    e.address, e.client
FROM event AS e
LEFT JOIN show AS w ON w.no = e.show_no
LEFT JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = e.seat_no;

-- One row for each thing that must not be; empty when the house is sound.
CREATE VIEW qa_invariants (name, detail) AS
SELECT 'held_seat_without_claim', 'show ' || s.show_no || ' seat ' || s.seat_no
FROM show_seat AS s
WHERE s.status = :SEAT_HELD AND NOT EXISTS (SELECT 1 FROM claim AS c
    WHERE c.hold_id = s.holder AND c.seat_no = s.seat_no AND c.show_no = s.show_no AND c.live = 1)
UNION ALL
SELECT 'claim_without_held_seat', 'show ' || c.show_no || ' seat ' || c.seat_no
FROM claim AS c
WHERE c.live = 1 AND NOT EXISTS (SELECT 1 FROM show_seat AS s
    WHERE s.show_no = c.show_no AND s.seat_no = c.seat_no AND s.status = :SEAT_HELD
        AND s.holder = c.hold_id)
UNION ALL
SELECT 'claim_of_ended_hold', 'hold ' || lower(hex(c.hold_id)) || ' seat ' || c.seat_no
FROM claim AS c
WHERE c.live = 1
    AND NOT EXISTS (SELECT 1 FROM hold AS d
        WHERE d.id = c.hold_id AND d.status IN (:HOLD_ACTIVE, :HOLD_PAYING))
UNION ALL
SELECT 'open_hold_without_seat', 'hold ' || lower(hex(d.id))
FROM hold AS d
WHERE d.status IN (:HOLD_ACTIVE, :HOLD_PAYING)
    AND NOT EXISTS (SELECT 1 FROM claim AS c WHERE c.hold_id = d.id AND c.live = 1)
UNION ALL
SELECT 'hold_past_its_ceiling', 'hold ' || lower(hex(d.id))
FROM hold AS d WHERE d.ceiling_at > 0 AND d.expires_at > d.ceiling_at
UNION ALL
SELECT 'converted_hold_without_sale', 'hold ' || lower(hex(d.id))
FROM hold AS d
WHERE (d.status = :HOLD_CONVERTED) <> EXISTS (SELECT 1 FROM sale AS v WHERE v.id = d.sale)
UNION ALL
SELECT 'sale_of_a_hold_that_is_not_converted', 'sale ' || v.code
FROM sale AS v
WHERE v.hold IS NOT NULL AND NOT EXISTS (SELECT 1 FROM hold AS d
    WHERE d.id = v.hold AND d.status = :HOLD_CONVERTED AND d.sale = v.id)
UNION ALL
SELECT 'sold_seat_without_ticket', 'show ' || s.show_no || ' seat ' || s.seat_no
FROM show_seat AS s
WHERE s.status = :SEAT_SOLD AND (SELECT count(*) FROM ticket AS t
    WHERE t.show_no = s.show_no AND t.seat_no = s.seat_no AND t.status = :TICKET_VALID
        AND t.sale = s.holder) <> 1
UNION ALL
SELECT 'ticket_without_sold_seat', 'ticket ' || t.code
FROM ticket AS t
WHERE t.status = :TICKET_VALID AND NOT EXISTS (SELECT 1 FROM show_seat AS s
    WHERE s.show_no = t.show_no AND s.seat_no = t.seat_no AND s.status = :SEAT_SOLD AND s.holder = t.sale)
UNION ALL
SELECT 'valid_ticket_of_refunded_sale', 'ticket ' || t.code
FROM ticket AS t CROSS JOIN sale AS v ON v.id = t.sale
WHERE t.status = :TICKET_VALID AND v.status = :SALE_REFUNDED
UNION ALL
SELECT 'sale_total_is_not_its_tickets', 'sale ' || v.code
FROM sale AS v
WHERE v.total <> (SELECT coalesce(sum(t.total), 0) FROM ticket AS t
    WHERE t.sale = v.id AND t.status = :TICKET_VALID)
UNION ALL
SELECT 'sale_paid_is_not_its_payments', 'sale ' || v.code
FROM sale AS v
WHERE v.paid <> (SELECT coalesce(sum(p.amount), 0) FROM payment AS p WHERE p.sale = v.id);
