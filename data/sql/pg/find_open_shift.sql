-- The open shift of a till. $1 till text. Rows: at most one shift, see get_shift().
SELECT id, version, till, staff, opened_at, closed_at, float_amount, currency, expected_cash,
    expected_card, expected_voucher, counted_cash, counted_card, counted_voucher, reason
FROM loge.shift WHERE till = $1 AND closed_at = 0;
