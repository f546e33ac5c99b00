-- The open shift of a till. ?1 till text. Rows: at most one shift.
SELECT {columns shift}
FROM shift WHERE till = ?1 AND closed_at = 0;
