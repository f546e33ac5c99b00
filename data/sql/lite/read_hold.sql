-- A hold. ?1 id blob. Rows: at most one hold.
SELECT {columns hold}
FROM hold WHERE id = ?1;
