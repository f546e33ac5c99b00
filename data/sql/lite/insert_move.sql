-- Money that moved without a sale; nothing when the shift is closed meanwhile. Parameters: the row.
INSERT INTO shift_move ({columns shift_move})
SELECT {values shift_move}
WHERE EXISTS (SELECT 1 FROM shift WHERE id = ?1 AND closed_at = 0);
