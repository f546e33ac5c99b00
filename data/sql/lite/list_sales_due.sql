-- Sales of a show that are still to be paid, newest first; each console asks twice a second.
-- ?1 show_no int. Rows: sales, see get_sale().
SELECT s.id, s.version, s.code, s.show_no, s.status, s.hold, s.customer, s.shift, s.name, s.email,
    s.currency, s.total, s.paid, s.sold_by, s.till, s.sold_at, s.collected_at
FROM sale AS s
WHERE s.show_no = ?1 AND s.status = 1
ORDER BY s.sold_at DESC, s.id DESC;
