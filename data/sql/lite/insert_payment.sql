-- Money taken or given back; nothing when its shift is closed meanwhile. ?1 sale, ?2 id, ?3 shift or
-- NULL, ?4 tender, ?5 amount, ?6 given, ?7 auth, ?8 voucher, ?9 reason, ?10 at.
INSERT INTO payment (sale, id, shift, tender, amount, given, auth, voucher, reason, at)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
WHERE ?3 IS NULL OR EXISTS (SELECT 1 FROM shift WHERE id = ?3 AND closed_at = 0);
