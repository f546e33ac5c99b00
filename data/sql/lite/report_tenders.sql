-- Money taken and given back by tender, by when it moved, the fees of bags too; what came home when
-- its day was over, by when it came. ?1 unused, ?2 show_no or 0, ?3 from int, ?4 until int (0: no end).
-- Rows: (label, 0, 0, taken less given back, 0, 0, 0, given back, 0, what of the former came late).
SELECT CASE p.tender WHEN :TENDER_CASH THEN 'cash' WHEN :TENDER_CARD THEN 'card' ELSE 'voucher' END, 0, 0,
    sum(p.amount), 0, 0, 0, -sum(min(p.amount, 0)), 0,
    sum(CASE WHEN p.late_at > 0 THEN p.amount ELSE 0 END)
FROM (SELECT m.tender, m.amount, max(m.at, m.late_at) AS at, m.late_at, v.show_no
    FROM payment AS m CROSS JOIN sale AS v ON v.id = m.sale
    UNION ALL
    SELECT tender, paid, max(at, late_at), late_at, show_no FROM checkin WHERE paid > 0) AS p
WHERE (?2 = 0 OR p.show_no = ?2) AND p.at >= ?3 AND (?4 = 0 OR p.at < ?4)
GROUP BY p.tender ORDER BY p.tender;
