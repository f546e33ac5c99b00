-- Sales, newest first. $1 show_no or 0, $2 code or '', $3 till or '', $4 from int, $5 until int
-- (0: no end), $6 text or '' (in code, name, email, phone; or the label of a seat or the
-- code of a ticket), $7 limit (-1: all), $8 1: only what is still to be paid.
-- Rows: sales, see get_sale().
SELECT s.id, s.version, s.code, s.show_no, s.status, s.hold, s.customer, s.shift, s.name, s.email,
    s.currency, s.total, s.paid, s.sold_by, s.till, s.sold_at, s.collected_at
FROM loge.sale AS s
WHERE ($1::integer = 0 OR s.show_no = $1) AND ($2 = '' OR s.code = upper($2))
    AND ($8::integer = 0 OR s.status = 1)
    AND ($3 = '' OR s.till = $3) AND s.sold_at >= $4::bigint
    AND ($5::bigint = 0 OR s.sold_at < $5)
    AND ($6 = '' OR strpos(lower(s.code), lower($6)) > 0 OR strpos(lower(s.name), lower($6)) > 0
        OR strpos(lower(s.email), lower($6)) > 0
        OR EXISTS (SELECT 1 FROM loge.customer AS c
            WHERE c.id = s.customer AND strpos(lower(c.phone), lower($6)) > 0)
        OR EXISTS (SELECT 1 FROM loge.ticket AS t
            WHERE t.sale = s.id AND t.code = upper($6))
        OR EXISTS (SELECT 1 FROM loge.ticket AS t
            JOIN loge.show AS w ON w.no = t.show_no
            JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
            WHERE t.sale = s.id AND lower(h.label) = lower($6)))
ORDER BY s.sold_at DESC, s.id DESC LIMIT nullif($7::bigint, -1);
