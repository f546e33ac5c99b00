-- A bag is weighed again, paid for or given up. Parameters as insert_checkin, ?2 version seen.
-- Changes one row; none when another version is there, or when its shift is closed meanwhile.
UPDATE checkin SET status = ?5, weight_g = ?6, fee = ?7, at = ?8, till = ?9, tender = ?10,
    paid = ?11, given = ?12, auth = ?13, voucher = ?14, shift = ?15, version = version + 1
WHERE ticket = ?1 AND entry = ?3 AND show_no = ?4 AND version = ?2
    AND (?15 IS NULL OR EXISTS (SELECT 1 FROM shift WHERE id = ?15 AND closed_at = 0));
