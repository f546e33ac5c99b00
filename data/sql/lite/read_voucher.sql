-- A voucher, letters in any case. ?1 code text. Rows: at most one voucher, see get_voucher().
SELECT code, version, kind, value, budget, used, max_uses, uses, max_tickets, valid_from,
    valid_until, show_no, disabled
FROM voucher WHERE code = ?1;
