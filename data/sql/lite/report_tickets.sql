-- Tickets in groups, as lines: one when a ticket was sold, and one with everything the other way round
-- when it was refunded or exchanged, each at its own time, till and person.
-- ?1 enum report_group, ?2 show_no or 0, ?3 from int, ?4 until int (0: no end).
-- Rows: (label, at, tickets, gross, fees, tax, discounts, refunded, kept, late): net but for
-- refunded, the money that went back (or on to other tickets), kept, the fees of refunded tickets that
-- the house keeps (in none of the others), and late, what of gross and kept came home when its day
-- was over. By day and hour the label is empty and `at` begins the quarter of an hour (report.h makes
-- days of them).
SELECT CASE ?1
        WHEN :REPORT_BY_SHOW THEN w.title
        WHEN :REPORT_BY_DAY THEN ''
        WHEN :REPORT_BY_HOUR THEN ''
        WHEN :REPORT_BY_TILL THEN t.till
        WHEN :REPORT_BY_SELLER THEN t.seller
        WHEN :REPORT_BY_TYPE THEN CASE t.type WHEN :TYPE_ADULT THEN 'adult' WHEN :TYPE_CHILD THEN 'child'
            WHEN :TYPE_SENIOR THEN 'senior' WHEN :TYPE_STUDENT THEN 'student' ELSE 'comp' END
        ELSE coalesce(c.name, '') END AS label,
    CASE WHEN ?1 IN (:REPORT_BY_DAY, :REPORT_BY_HOUR) THEN t.at / 900000 * 900000 ELSE 0 END AS quarter,
    sum(t.sign), sum(t.sign * t.total), sum(t.sign * t.fee), sum(t.sign * t.tax),
    sum(t.sign * t.discount), sum(CASE t.sign WHEN -1 THEN t.total - t.kept ELSE 0 END), sum(t.kept),
    sum(CASE WHEN t.came_late THEN t.sign * t.total + t.kept ELSE 0 END)
FROM (SELECT 1 AS sign, s.sold_at AS at, s.sold_by AS seller, s.till, 0 AS kept,
        s.late & :TICKET_SOLD_LATE AS came_late, s.show_no, s.class_no, s.type, s.total, s.fee, s.tax,
        s.discount
    FROM ticket AS s
    WHERE s.sold_at > 0 AND s.sold_at >= ?3 AND (?4 = 0 OR s.sold_at < ?4)
    UNION ALL
    SELECT -1, e.ended_at, e.ended_by, e.ended_till, e.kept, e.late & :TICKET_ENDED_LATE, e.show_no,
        e.class_no, e.type, e.total, e.fee, e.tax, e.discount
    FROM ticket AS e
    WHERE e.ended_at > 0 AND e.ended_at >= ?3 AND (?4 = 0 OR e.ended_at < ?4)) AS t
CROSS JOIN show AS w ON w.no = t.show_no
LEFT JOIN hall_class AS c ON c.hall_no = w.hall_no AND c.class_no = t.class_no
WHERE ?2 = 0 OR t.show_no = ?2
GROUP BY CASE ?1 WHEN :REPORT_BY_SHOW THEN t.show_no END, quarter, label
ORDER BY min(CASE ?1 WHEN :REPORT_BY_SHOW THEN w.starts_at ELSE 0 END), quarter, label;
