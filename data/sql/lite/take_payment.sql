-- Money taken or given back as the house has it. ?1 sale, ?2 id, ?3 shift, ?4 tender, ?5 amount, ?6
-- given, ?7 auth, ?8 voucher, ?9 reason, ?10 at.
INSERT OR IGNORE INTO payment (sale, id, shift, tender, amount, given, auth, voucher, reason, at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10);
