-- The newest seal. Rows: at most one (block, last_event, hash).
SELECT block, last_event, hash FROM seal ORDER BY block DESC LIMIT 1;
