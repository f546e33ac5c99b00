-- The sale that has a code or a ticket with it, letters in any case: by their indexes, before
-- list_sales looks at every sale for a part of a word. ?1 show_no or 0, ?2 till or '', ?3 from int,
-- ?4 until int (0: no end), ?5 code, ?6 limit (-1: all). Rows: sales.
SELECT {columns sale s}
FROM sale AS s
WHERE s.id IN (SELECT v.id FROM sale AS v WHERE v.code = ?5
        UNION SELECT t.sale FROM ticket AS t WHERE t.code = ?5)
    AND (?1 = 0 OR s.show_no = ?1) AND (?2 = '' OR s.till = ?2) AND s.sold_at >= ?3
    AND (?4 = 0 OR s.sold_at < ?4)
ORDER BY s.sold_at DESC, s.id DESC LIMIT ?6;
