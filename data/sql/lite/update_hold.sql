-- A hold's next state. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE hold SET {changes hold ? but version = version + 1}
WHERE id = ?1 AND version = ?2;
