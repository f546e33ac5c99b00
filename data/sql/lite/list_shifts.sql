-- Shifts, newest first. ?1 limit (-1: all). Rows: shifts.
SELECT {columns shift}
FROM shift ORDER BY opened_at DESC, id DESC LIMIT ?1;
