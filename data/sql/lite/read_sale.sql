-- A sale by id. ?1 id blob. Rows: at most one sale, see get_sale().
SELECT s.id, s.version, s.code, s.show_no, s.status, s.hold, s.customer, s.shift, s.name, s.email,
    s.currency, s.total, s.paid, s.sold_by, s.till, s.sold_at, s.collected_at
FROM sale AS s WHERE s.id = ?1;
