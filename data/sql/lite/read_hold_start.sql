-- When a hold began. ?1 hold_id blob. Rows: at most one (created_at int).
SELECT created_at FROM hold WHERE id = ?1;
