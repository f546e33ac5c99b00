-- A new voucher. ?1 code, ?3 kind, ?4 value, ?5 budget, ?6 used, ?7 max_uses, ?8 uses,
-- ?9 max_tickets, ?10 valid_from, ?11 valid_until, ?12 show_no or NULL, ?13 disabled.
-- (?2: for the update.)
INSERT INTO voucher (code, kind, value, budget, used, max_uses, uses, max_tickets, valid_from,
    valid_until, show_no, disabled, version)
VALUES (?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, 1);
