-- Money that moved without a sale; nothing when the shift is closed meanwhile.
-- ?1 shift, ?2 id, ?3 kind, ?4 amount, ?5 reason, ?6 at.
INSERT INTO shift_move (shift, id, kind, amount, reason, at)
SELECT ?1, ?2, ?3, ?4, ?5, ?6
WHERE EXISTS (SELECT 1 FROM shift WHERE id = ?1 AND closed_at = 0);
