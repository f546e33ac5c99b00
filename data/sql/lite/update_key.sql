-- When a key ended, and which products it admits. Parameters: the row, with the version seen. Changes
-- one row, or none.
UPDATE ticket_key SET {changes ticket_key ? but version = version + 1}
WHERE id = ?1 AND version = ?2 AND public = ?5;
