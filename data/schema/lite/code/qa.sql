-- What reports and checks look at: the same names in every store, with words instead of numbers.

CREATE VIEW qa_seat AS
SELECT w.id AS show, h.label AS seat,
    CASE s.status WHEN :SEAT_AVAILABLE THEN 'available' WHEN :SEAT_HELD THEN 'held'
        WHEN :SEAT_SOLD THEN 'sold' WHEN :SEAT_BLOCKED THEN 'blocked' END AS status,
    s.version, lower(hex(s.holder)) AS holder, s.held_until
FROM show AS w
CROSS JOIN show_seat AS s ON s.show_no = w.no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = s.seat_no
WHERE s.retired = 0;

CREATE VIEW qa_claim AS
SELECT w.id AS show, h.label AS seat, lower(hex(c.hold_id)) AS hold, c.live,
    CASE d.status WHEN :HOLD_ACTIVE THEN 'active' WHEN :HOLD_PAYING THEN 'paying'
        WHEN :HOLD_CONVERTED THEN 'converted' WHEN :HOLD_EXPIRED THEN 'expired'
        WHEN :HOLD_CANCELLED THEN 'cancelled' END AS status,
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
        WHEN :SEAT_SOLD THEN 'sold' WHEN :SEAT_BLOCKED THEN 'blocked' END AS was,
    CASE e.became WHEN :SEAT_AVAILABLE THEN 'available' WHEN :SEAT_HELD THEN 'held'
        WHEN :SEAT_SOLD THEN 'sold' WHEN :SEAT_BLOCKED THEN 'blocked' END AS became,
    lower(hex(e.subject)) AS subject, e.held_ms, e.reason, e.note, lower(hex(e.key)) AS key,
    e.address, e.client, CASE e.approval WHEN :APPROVAL_HOUSE THEN 'house' WHEN :APPROVAL_TILL THEN 'till' END AS approval
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
    WHERE s.show_no = t.show_no AND s.seat_no = t.seat_no AND s.status = :SEAT_SOLD AND s.holder = t.sale);

-- What each order has and was paid.
CREATE VIEW order_fault AS
SELECT s.id, s.code, s.paid = p.paid AS paid_agrees, {truth order} AS fault
FROM sale AS s
JOIN (SELECT v.id, count(*) FILTER (WHERE k.status = :TICKET_VALID) AS valid,
        coalesce(sum(k.total) FILTER (WHERE k.status = :TICKET_VALID), 0) AS total,
        coalesce(sum(k.kept), 0) AS kept
    FROM sale AS v LEFT JOIN ticket AS k ON k.sale = v.id GROUP BY v.id) AS t ON t.id = s.id
JOIN (SELECT v.id, coalesce(sum(q.amount), 0) AS paid
    FROM sale AS v LEFT JOIN payment AS q ON q.sale = v.id GROUP BY v.id) AS p ON p.id = s.id;

-- What a drawer should hold, as shift_expected() of src/domain/shift.c has it.
CREATE VIEW drawer AS
SELECT s.id, s.float_amount + coalesce(sum(m.amount) FILTER (WHERE m.tender = :TENDER_CASH), 0) AS cash,
    coalesce(sum(m.amount) FILTER (WHERE m.tender = :TENDER_CARD), 0) AS card,
    coalesce(sum(m.amount) FILTER (WHERE m.tender = :TENDER_VOUCHER), 0) AS voucher
FROM shift AS s
LEFT JOIN (SELECT shift, tender, amount FROM payment
    UNION ALL SELECT shift, tender, paid FROM checkin
    UNION ALL SELECT shift, :TENDER_CASH, CASE kind WHEN :MOVE_PAID_IN THEN amount ELSE -amount END
    FROM shift_move) AS m ON m.shift = s.id
GROUP BY s.id;

-- Beside qa_invariants: of money, the same findings as PostgreSQL's qa.money_invariants.
CREATE VIEW qa_money_invariants (name, detail) AS
SELECT CASE WHEN f.fault = 'sale.total' THEN 'sale_total_is_not_its_tickets'
    WHEN f.fault = 'sale.status' THEN 'valid_ticket_of_refunded_sale'
    WHEN f.paid_agrees THEN 'sale_paid_less_than_its_tickets' ELSE 'sale_paid_is_not_its_payments' END, 'sale ' || f.code
FROM order_fault AS f WHERE f.fault IS NOT NULL
UNION ALL
SELECT 'ticket_does_not_add_up', 'ticket ' || k.code || ' ' || {truth ticket}
FROM ticket AS k WHERE {truth ticket} IS NOT NULL
UNION ALL
SELECT 'voucher_over_its_limit', 'voucher ' || v.code || ' ' || {truth voucher}
FROM voucher AS v WHERE {truth voucher} IS NOT NULL
UNION ALL
SELECT 'shift_does_not_add_up', 'till ' || s.till || ' ' || {truth shift}
FROM shift AS s JOIN drawer AS d ON d.id = s.id WHERE s.closed_at > 0 AND {truth shift} IS NOT NULL
UNION ALL
SELECT 'payment_in_a_closed_shift', 'sale ' || v.code
FROM payment AS p JOIN shift AS s ON s.id = p.shift JOIN sale AS v ON v.id = p.sale
WHERE s.closed_at > 0 AND p.at > s.closed_at + :CLOCK_SLACK_MS
UNION ALL
SELECT 'sale_paid_more_than_its_tickets', 'sale ' || s.code
FROM sale AS s
WHERE s.status <> :SALE_DUE AND s.paid > s.total + (SELECT coalesce(sum(t.kept), 0) FROM ticket AS t
    WHERE t.sale = s.id);

CREATE VIEW qa_admission AS
SELECT w.id AS show, lower(hex(a.ticket)) AS ticket, t.code, a.inside, a.entries, a.first_at,
    a.last_at, a.gate, a.till, a.blocked
FROM admission AS a
CROSS JOIN show AS w ON w.no = a.show_no
LEFT JOIN ticket AS t ON t.id = a.ticket;

CREATE VIEW qa_checkin AS
SELECT w.id AS show, lower(hex(c.ticket)) AS ticket, t.code, c.entry,
    CASE c.status WHEN :CHECKIN_IN_PROGRESS THEN 'IN_PROGRESS'
        WHEN :CHECKIN_WAITING THEN 'WAITING_FOR_PAYMENT' WHEN :CHECKIN_COMPLETED THEN 'COMPLETED' END AS status,
    c.weight_g, c.fee, c.paid, c.at, c.till
FROM checkin AS c
CROSS JOIN show AS w ON w.no = c.show_no
LEFT JOIN ticket AS t ON t.id = c.ticket;

-- Beside qa_invariants: of the door.
CREATE VIEW qa_door_invariants (name, detail) AS
SELECT 'bag_of_nobody_who_was_let_in', 'ticket ' || lower(hex(c.ticket))
FROM checkin AS c
WHERE NOT EXISTS (SELECT 1 FROM admission AS a
    WHERE a.ticket = c.ticket AND a.show_no = c.show_no AND a.entries >= c.entry)
UNION ALL
SELECT 'fee_taken_after_its_shift', 'ticket ' || lower(hex(c.ticket))
FROM checkin AS c
CROSS JOIN shift AS s ON s.id = c.shift
WHERE s.closed_at > 0 AND c.at > s.closed_at;
