-- Money taken and given back by tender, by when it moved, the fees of bags too; what came home when
-- its day was over, by when it came. $1 unused, $2 show_no or 0, $3 from, $4 until (0: no end).
-- Rows: (label, 0, 0, taken less given back, 0, 0, 0, given back, 0, what of the former came late).
SELECT CASE p.tender WHEN :TENDER_CASH THEN 'cash' WHEN :TENDER_CARD THEN 'card' ELSE 'voucher' END,
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
