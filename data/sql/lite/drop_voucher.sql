-- A voucher the house does not have. ?1 code.
DELETE FROM voucher WHERE code = ?1;
