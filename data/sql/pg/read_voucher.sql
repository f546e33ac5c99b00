-- A voucher, letters in any case. $1 code text. Rows: at most one voucher, see get_voucher().
SELECT code, version, kind, value, budget, used, max_uses, uses, max_tickets, valid_from,
    valid_until, coalesce(show_no, 0), disabled
FROM loge.voucher WHERE upper(code) = upper($1);
