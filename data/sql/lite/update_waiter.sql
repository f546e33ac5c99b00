-- A place in line, changed. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE waitlist SET {changes waiter ? but version = version + 1}
WHERE id = ?1 AND version = ?2 AND code = ?16 AND till = ?17;
