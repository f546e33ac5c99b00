-- The payments of a sale, oldest first. ?1 sale blob.
-- Rows: (sale, id, shift, tender, amount, given, auth, voucher, reason, at).
SELECT {columns payment}
FROM payment WHERE sale = ?1 ORDER BY at, id;
