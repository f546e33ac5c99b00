-- Tickets sold (refunded ones too, replaced ones not), in groups, by when the sale was made.
-- ?1 enum report_group, ?2 show_no or 0, ?3 from int, ?4 until int (0: no end).
-- Rows: (label, tickets, gross, fees, tax, discounts, refunded); refunded is part of gross.
SELECT CASE ?1
        WHEN 0 THEN w.title
        WHEN 1 THEN strftime('%Y-%m-%d', v.sold_at / 1000, 'unixepoch')
        WHEN 2 THEN strftime('%Y-%m-%d %H:00', v.sold_at / 1000, 'unixepoch')
        WHEN 3 THEN v.till
        WHEN 4 THEN v.sold_by
        WHEN 5 THEN CASE t.type WHEN 0 THEN 'adult' WHEN 1 THEN 'child' WHEN 2 THEN 'senior'
            WHEN 3 THEN 'student' ELSE 'comp' END
        ELSE coalesce(c.name, '') END AS label,
    count(*), sum(t.total), sum(t.fee), sum(t.tax), sum(t.discount),
    sum(CASE t.status WHEN 1 THEN t.total ELSE 0 END)
FROM sale AS v
CROSS JOIN ticket AS t ON t.sale = v.id AND t.status IN (0, 1)
CROSS JOIN show AS w ON w.no = t.show_no
LEFT JOIN hall_class AS c ON c.hall_no = w.hall_no AND c.class_no = t.class_no
WHERE (?2 = 0 OR t.show_no = ?2) AND v.sold_at >= ?3 AND (?4 = 0 OR v.sold_at < ?4)
GROUP BY CASE ?1 WHEN 0 THEN t.show_no END, label
ORDER BY min(CASE ?1 WHEN 0 THEN w.starts_at ELSE 0 END), label;
