-- The payments of a sale, oldest first. ?1 sale blob.
-- Rows: (sale, id, shift, tender, amount, given, auth, voucher, reason, at).
SELECT sale, id, shift, tender, amount, given, auth, voucher, reason, at
FROM payment WHERE sale = ?1 ORDER BY at, id;
