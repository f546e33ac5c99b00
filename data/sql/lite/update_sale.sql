-- A sale's next state. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE sale SET {changes sale ? but version = version + 1}
WHERE id = ?1 AND version = ?2;
