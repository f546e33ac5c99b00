-- Sales, newest first. ?1 show_no or 0, ?2 till or '', ?3 from int, ?4 until int (0: no end),
-- ?5 text or '' (in code, name, email, phone; or the label of a seat), ?6 limit (-1: all).
-- Rows: sales.
SELECT {columns sale s}
FROM sale AS s
WHERE (?1 = 0 OR s.show_no = ?1) AND (?2 = '' OR s.till = ?2) AND s.sold_at >= ?3
    AND (?4 = 0 OR s.sold_at < ?4)
    AND (?5 = '' OR text_within(s.code, ?5) OR text_within(s.name, ?5) OR text_within(s.email, ?5)
        OR EXISTS (SELECT 1 FROM customer AS c
            WHERE c.id = s.customer AND text_within(c.phone, ?5))
        OR EXISTS (SELECT 1 FROM ticket AS t
            CROSS JOIN show AS w ON w.no = t.show_no
            CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
            WHERE t.sale = s.id AND text_same(h.label, ?5)))
ORDER BY s.sold_at DESC, s.id DESC LIMIT ?6;
