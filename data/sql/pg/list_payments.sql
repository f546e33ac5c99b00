-- The payments of a sale, oldest first. $1 sale uuid.
-- Rows: (sale, id, shift, tender, amount, given, auth, voucher, reason, at).
SELECT {columns payment}
FROM loge.payment WHERE sale = $1 ORDER BY at, id;
