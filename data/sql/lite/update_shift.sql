-- A shift's next state. Parameters as insert_shift, ?2 version seen, in which its payments and bag fees
-- count (sum_payments). Changes one row, or none.
UPDATE shift SET till = ?3, staff = ?4, opened_at = ?5, closed_at = ?6, float_amount = ?7,
    currency = ?8, expected_cash = ?9, expected_card = ?10, expected_voucher = ?11,
    counted_cash = ?12, counted_card = ?13, counted_voucher = ?14, reason = ?15,
    version = version + 1
WHERE id = ?1 AND ?2 = version + (SELECT count(*) FROM payment WHERE shift = ?1)
    + (SELECT count(*) FROM checkin WHERE shift = ?1);
