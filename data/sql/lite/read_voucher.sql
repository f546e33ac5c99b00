-- A voucher, letters in any case. ?1 code text. Rows: at most one voucher.
SELECT {columns voucher}
FROM voucher WHERE code = ?1;
