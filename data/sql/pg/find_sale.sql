-- A sale by its code, letters in any case. $1 code text. Rows: at most one sale.
SELECT {columns sale s}
FROM loge.sale AS s WHERE s.code = upper($1);
