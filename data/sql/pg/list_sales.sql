-- Sales, newest first. $1 show_no or 0, $2 till or '', $3 from int, $4 until int (0: no end),
-- $5 text or '' (in code, name, email, phone; or the label of a seat), $6 limit (-1: all).
-- Rows: sales.
SELECT {columns sale s}
FROM loge.sale AS s
WHERE ($1::integer = 0 OR s.show_no = $1) AND ($2 = '' OR s.till = $2) AND s.sold_at >= $3::bigint
    AND ($4::bigint = 0 OR s.sold_at < $4)
    AND ($5 = '' OR strpos(lower(s.code), lower($5)) > 0 OR strpos(lower(s.name), lower($5)) > 0
        OR strpos(lower(s.email), lower($5)) > 0
        OR EXISTS (SELECT 1 FROM loge.customer AS c
            WHERE c.id = s.customer AND strpos(lower(c.phone), lower($5)) > 0)
        OR EXISTS (SELECT 1 FROM loge.ticket AS t
            JOIN loge.show AS w ON w.no = t.show_no
            JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
            WHERE t.sale = s.id AND lower(h.label) = lower($5)))
ORDER BY s.sold_at DESC, s.id DESC LIMIT nullif($6::bigint, -1);
