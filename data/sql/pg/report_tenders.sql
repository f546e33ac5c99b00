-- Money taken and given back by tender, by when it moved, the fees of bags too. $1 unused, $2 show_no
-- or 0, $3 from, $4 until (0: no end). Rows: (label, 0, 0, taken less given back, 0, 0, 0, given back, 0, 0).
SELECT CASE p.tender WHEN 0 THEN 'cash' WHEN 1 THEN 'card' ELSE 'voucher' END, 0::bigint, $1::bigint * 0,
    sum(p.amount)::bigint, 0::bigint, 0::bigint, 0::bigint,
    -sum(least(p.amount, 0))::bigint, 0::bigint, 0::bigint
FROM (SELECT m.tender, m.amount, m.at, v.show_no
    FROM loge.payment AS m JOIN loge.sale AS v ON v.id = m.sale
    UNION ALL
    SELECT c.tender, c.paid, c.at, c.show_no FROM loge.checkin AS c WHERE c.paid > 0) AS p
WHERE ($2::integer = 0 OR p.show_no = $2) AND p.at >= $3::bigint
    AND ($4::bigint = 0 OR p.at < $4)
GROUP BY p.tender ORDER BY p.tender;
