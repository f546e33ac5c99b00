-- A voucher's next state. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE voucher SET {changes voucher ? but version = version + 1}
WHERE code = ?1 AND version = ?2;
