-- Every voucher by code. Rows: vouchers, see get_voucher().
SELECT code, version, kind, value, budget, used, max_uses, uses, max_tickets, valid_from,
    valid_until, show_no, disabled
FROM voucher ORDER BY code;
