-- A voucher as the house has it. ?1 code, ?2 kind, ?3 value, ?4 budget, ?5 used, ?6 max_uses, ?7
-- uses, ?8 max_tickets, ?9 valid_from, ?10 valid_until, ?11 show_no, ?12 disabled, ?13 version.
INSERT OR REPLACE INTO voucher (code, kind, value, budget, used, max_uses, uses, max_tickets,
    valid_from, valid_until, show_no, disabled, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13);
