-- Sales of a show that are still to be paid, newest first; each console asks twice a second.
-- $1 show_no int. Rows: sales.
SELECT {columns sale s}
FROM loge.sale AS s
WHERE s.show_no = $1 AND s.status = :SALE_DUE
ORDER BY s.sold_at DESC, s.id DESC;
