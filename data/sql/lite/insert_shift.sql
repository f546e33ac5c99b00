-- A new shift. ?1 id, ?3 till, ?4 staff, ?5 opened_at, ?6 closed_at, ?7 float_amount, ?8 currency,
-- ?9-?11 expected cash, card, voucher, ?12-?14 counted, ?15 reason. (?2: for the update.)
INSERT INTO shift (id, till, staff, opened_at, closed_at, float_amount, currency, expected_cash,
    expected_card, expected_voucher, counted_cash, counted_card, counted_voucher, reason, version)
VALUES (?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, 1);
