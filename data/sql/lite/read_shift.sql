-- A shift. ?1 id blob. Rows: at most one shift.
SELECT {columns shift}
FROM shift WHERE id = ?1;
