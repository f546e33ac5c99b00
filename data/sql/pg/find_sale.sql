-- A sale by its code, letters in any case. $1 code text. Rows: at most one sale, see get_sale().
SELECT s.id, s.version, s.code, s.show_no, s.status, s.hold, s.customer, s.shift, s.name, s.email,
    s.currency, s.total, s.paid, s.sold_by, s.till, s.sold_at, s.collected_at
FROM loge.sale AS s WHERE s.code = upper($1);
