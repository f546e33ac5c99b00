-- A ticket's next state. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE ticket SET {changes ticket ? but version = version + 1}
WHERE sale = ?1 AND id = ?2 AND version = ?3;
