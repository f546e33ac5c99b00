-- A sale by id. ?1 id blob. Rows: at most one sale.
SELECT {columns sale s}
FROM sale AS s WHERE s.id = ?1;
