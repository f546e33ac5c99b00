-- Money that moved without a sale as the house has it. ?1 shift, ?2 id, ?3 kind, ?4 amount, ?5
-- reason, ?6 at.
INSERT OR IGNORE INTO shift_move (shift, id, kind, amount, reason, at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6);
