-- When a key ended. Parameters as insert_key, ?2 version seen. Changes one row, or none.
UPDATE ticket_key SET ended_at = ?10, version = version + 1
WHERE id = ?1 AND version = ?2 AND public = ?5;
