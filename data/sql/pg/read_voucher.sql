-- A voucher, letters in any case. $1 code text. Rows: at most one voucher.
SELECT {columns voucher}
FROM loge.voucher WHERE upper(code) = upper($1);
