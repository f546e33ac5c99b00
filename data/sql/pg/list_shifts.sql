-- Shifts, newest first. $1 limit (-1: all). Rows: shifts, see get_shift().
SELECT id, version, till, staff, opened_at, closed_at, float_amount, currency, expected_cash,
    expected_card, expected_voucher, counted_cash, counted_card, counted_voucher, reason
FROM loge.shift ORDER BY opened_at DESC, id DESC LIMIT nullif($1::bigint, -1);
