-- A shift. ?1 id blob. Rows: at most one shift, see get_shift().
SELECT id, version, till, staff, opened_at, closed_at, float_amount, currency, expected_cash,
    expected_card, expected_voucher, counted_cash, counted_card, counted_voucher, reason
FROM shift WHERE id = ?1;
