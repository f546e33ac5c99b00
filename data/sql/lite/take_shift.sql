-- A shift as the house has it. ?1 id, ?2 till, ?3 staff, ?4 opened_at, ?5 closed_at, ?6
-- float_amount, ?7 currency, ?8 expected_cash, ?9 expected_card, ?10 expected_voucher, ?11
-- counted_cash, ?12 counted_card, ?13 counted_voucher, ?14 reason, ?15 version.
INSERT OR REPLACE INTO shift (id, till, staff, opened_at, closed_at, float_amount, currency,
    expected_cash, expected_card, expected_voucher, counted_cash, counted_card, counted_voucher,
    reason, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15);
