-- Every voucher by code. Rows: vouchers, see get_voucher().
SELECT {columns voucher}
FROM loge.voucher ORDER BY code;
