-- Money taken and given back by tender, by when it moved, the fees of bags too. ?1 unused, ?2 show_no
-- or 0, ?3 from int, ?4 until int (0: no end). Rows: (label, 0, 0, taken less given back, 0, 0, 0, given back, 0, 0).
SELECT CASE p.tender WHEN 0 THEN 'cash' WHEN 1 THEN 'card' ELSE 'voucher' END, 0, 0,
    sum(p.amount), 0, 0, 0, -sum(min(p.amount, 0)), 0, 0
FROM (SELECT m.tender, m.amount, m.at, v.show_no
    FROM payment AS m CROSS JOIN sale AS v ON v.id = m.sale
    UNION ALL
    SELECT tender, paid, at, show_no FROM checkin WHERE paid > 0) AS p
WHERE (?2 = 0 OR p.show_no = ?2) AND p.at >= ?3 AND (?4 = 0 OR p.at < ?4)
GROUP BY p.tender ORDER BY p.tender;
