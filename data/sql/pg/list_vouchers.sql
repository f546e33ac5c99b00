-- Every voucher by code. Rows: vouchers.
SELECT {columns voucher}
FROM loge.voucher ORDER BY code;
