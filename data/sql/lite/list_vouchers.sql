-- Every voucher by code. Rows: vouchers.
SELECT {columns voucher}
FROM voucher ORDER BY code;
