-- name: report_tenders store: pg
-- Money taken and given back by tender, by when it moved, the fees of bags too; what came home when
-- its day was over, by when it came. $1 unused, $2 show_no or 0, $3 from, $4 until (0: no end).
-- Rows: (label, 0, 0, taken less given back, 0, 0, 0, given back, 0, what of the former came late).
SELECT {words tender p.tender},
    0::bigint, $1::bigint * 0, sum(p.amount)::bigint, 0::bigint, 0::bigint, 0::bigint,
    -sum(least(p.amount, 0))::bigint, 0::bigint,
    sum(CASE WHEN p.late_at > 0 THEN p.amount ELSE 0 END)::bigint
FROM (SELECT m.tender, m.amount, greatest(m.at, m.late_at) AS at, m.late_at, v.show_no
    FROM loge.payment AS m JOIN loge.sale AS v ON v.id = m.sale
    UNION ALL
    SELECT c.tender, c.paid, greatest(c.at, c.late_at), c.late_at, c.show_no
    FROM loge.checkin AS c WHERE c.paid > 0) AS p
WHERE ($2::integer = 0 OR p.show_no = $2) AND p.at >= $3::bigint
    AND ($4::bigint = 0 OR p.at < $4)
GROUP BY p.tender ORDER BY p.tender;

-- name: report_tenders store: lite
-- Money taken and given back by tender, by when it moved, the fees of bags too; what came home when
-- its day was over, by when it came. $1 unused, $2 show_no or 0, $3 from int, $4 until int (0: no end).
-- Rows: (label, 0, 0, taken less given back, 0, 0, 0, given back, 0, what of the former came late).
SELECT {words tender p.tender}, 0, 0,
    sum(p.amount), 0, 0, 0, -sum(min(p.amount, 0)), 0,
    sum(CASE WHEN p.late_at > 0 THEN p.amount ELSE 0 END)
FROM (SELECT m.tender, m.amount, max(m.at, m.late_at) AS at, m.late_at, v.show_no
    FROM payment AS m CROSS JOIN sale AS v ON v.id = m.sale
    UNION ALL
    SELECT tender, paid, max(at, late_at), late_at, show_no FROM checkin WHERE paid > 0) AS p
WHERE ($2 = 0 OR p.show_no = $2) AND p.at >= $3 AND ($4 = 0 OR p.at < $4)
GROUP BY p.tender ORDER BY p.tender;

-- name: report_tickets store: pg
-- Tickets in groups, as lines: one when a ticket was sold, and one with everything the other way round
-- when it was refunded or exchanged, each at its own time, till and person.
-- $1 enum report_group, $2 show_no or 0, $3 from bigint, $4 until bigint (0: no end).
-- Rows: (label, at, tickets, gross, fees, tax, discounts, refunded, kept, late): net but for
-- refunded, the money that went back (or on to other tickets), kept, the fees of refunded tickets that
-- the house keeps (in none of the others), and late, what of gross and kept came home when its day
-- was over. By day and hour the label is empty and `at` begins the quarter of an hour (report.h makes
-- days of them).
SELECT r.label, r.quarter, sum(r.sign)::bigint, sum(r.sign * r.total)::bigint,
    sum(r.sign * r.fee)::bigint, sum(r.sign * r.tax)::bigint, sum(r.sign * r.discount)::bigint,
    sum(CASE r.sign WHEN -1 THEN r.total - r.kept ELSE 0 END)::bigint, sum(r.kept)::bigint,
    sum(CASE WHEN r.came_late THEN r.sign * r.total + r.kept ELSE 0 END)::bigint
FROM (SELECT CASE $1::integer
            WHEN :REPORT_BY_SHOW THEN w.title
            WHEN :REPORT_BY_DAY THEN ''
            WHEN :REPORT_BY_HOUR THEN ''
            WHEN :REPORT_BY_TILL THEN t.till
            WHEN :REPORT_BY_SELLER THEN t.seller
            WHEN :REPORT_BY_TYPE THEN {words price_type t.type}
            ELSE coalesce(c.name, '') END AS label,
        CASE WHEN $1::integer IN (:REPORT_BY_DAY, :REPORT_BY_HOUR) THEN t.at / 900000 * 900000
            ELSE 0 END AS quarter,
        CASE $1::integer WHEN :REPORT_BY_SHOW THEN t.show_no END AS show_no,
        CASE $1::integer WHEN :REPORT_BY_SHOW THEN w.starts_at ELSE 0 END AS starts_at,
        t.sign, t.total, t.fee, t.tax, t.discount, t.kept, t.came_late
    FROM (SELECT 1 AS sign, s.sold_at AS at, s.sold_by AS seller, s.till, 0::bigint AS kept,
            s.late & :TICKET_SOLD_LATE <> 0 AS came_late, s.show_no, s.class_no, s.type, s.total, s.fee,
            s.tax, s.discount
        FROM loge.ticket AS s
        WHERE s.sold_at > 0 AND s.sold_at >= $3::bigint AND ($4::bigint = 0 OR s.sold_at < $4)
        UNION ALL
        SELECT -1, e.ended_at, e.ended_by, e.ended_till, e.kept, e.late & :TICKET_ENDED_LATE <> 0, e.show_no,
            e.class_no, e.type, e.total, e.fee, e.tax, e.discount
        FROM loge.ticket AS e
        WHERE e.ended_at > 0 AND e.ended_at >= $3::bigint AND ($4::bigint = 0 OR e.ended_at < $4)
    ) AS t
    JOIN loge.show AS w ON w.no = t.show_no
    LEFT JOIN loge.hall_class AS c ON c.hall_no = w.hall_no AND c.class_no = t.class_no
    WHERE $2::integer = 0 OR t.show_no = $2) AS r
GROUP BY r.show_no, r.quarter, r.label
ORDER BY min(r.starts_at), r.quarter, r.label;

-- name: report_tickets store: lite
-- Tickets in groups, as lines: one when a ticket was sold, and one with everything the other way round
-- when it was refunded or exchanged, each at its own time, till and person.
-- $1 enum report_group, $2 show_no or 0, $3 from int, $4 until int (0: no end).
-- Rows: (label, at, tickets, gross, fees, tax, discounts, refunded, kept, late): net but for
-- refunded, the money that went back (or on to other tickets), kept, the fees of refunded tickets that
-- the house keeps (in none of the others), and late, what of gross and kept came home when its day
-- was over. By day and hour the label is empty and `at` begins the quarter of an hour (report.h makes
-- days of them).
SELECT CASE $1
        WHEN :REPORT_BY_SHOW THEN w.title
        WHEN :REPORT_BY_DAY THEN ''
        WHEN :REPORT_BY_HOUR THEN ''
        WHEN :REPORT_BY_TILL THEN t.till
        WHEN :REPORT_BY_SELLER THEN t.seller
        WHEN :REPORT_BY_TYPE THEN {words price_type t.type}
        ELSE coalesce(c.name, '') END AS label,
    CASE WHEN $1 IN (:REPORT_BY_DAY, :REPORT_BY_HOUR) THEN t.at / 900000 * 900000 ELSE 0 END AS quarter,
    sum(t.sign), sum(t.sign * t.total), sum(t.sign * t.fee), sum(t.sign * t.tax),
    sum(t.sign * t.discount), sum(CASE t.sign WHEN -1 THEN t.total - t.kept ELSE 0 END), sum(t.kept),
    sum(CASE WHEN t.came_late THEN t.sign * t.total + t.kept ELSE 0 END)
FROM (SELECT 1 AS sign, s.sold_at AS at, s.sold_by AS seller, s.till, 0 AS kept,
        s.late & :TICKET_SOLD_LATE AS came_late, s.show_no, s.class_no, s.type, s.total, s.fee, s.tax,
        s.discount
    FROM ticket AS s
    WHERE s.sold_at > 0 AND s.sold_at >= $3 AND ($4 = 0 OR s.sold_at < $4)
    UNION ALL
    SELECT -1, e.ended_at, e.ended_by, e.ended_till, e.kept, e.late & :TICKET_ENDED_LATE, e.show_no,
        e.class_no, e.type, e.total, e.fee, e.tax, e.discount
    FROM ticket AS e
    WHERE e.ended_at > 0 AND e.ended_at >= $3 AND ($4 = 0 OR e.ended_at < $4)) AS t
CROSS JOIN show AS w ON w.no = t.show_no
LEFT JOIN hall_class AS c ON c.hall_no = w.hall_no AND c.class_no = t.class_no
WHERE $2 = 0 OR t.show_no = $2
GROUP BY CASE $1 WHEN :REPORT_BY_SHOW THEN t.show_no END, quarter, label
ORDER BY min(CASE $1 WHEN :REPORT_BY_SHOW THEN w.starts_at ELSE 0 END), quarter, label;
