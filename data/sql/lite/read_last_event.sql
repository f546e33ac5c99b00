-- The newest event's id. Rows: at most one (id int).
SELECT id FROM event ORDER BY id DESC LIMIT 1;
