-- A sale by id. $1 id uuid. Rows: at most one sale.
SELECT {columns sale s}
FROM loge.sale AS s WHERE s.id = $1;
