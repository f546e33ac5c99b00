-- Every voucher by code. Rows: vouchers, see get_voucher().
SELECT code, version, kind, value, budget, used, max_uses, uses, max_tickets, valid_from,
    valid_until, coalesce(show_no, 0), disabled
FROM loge.voucher ORDER BY code;
