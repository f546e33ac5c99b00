-- Money taken or given back; nothing when its shift is closed meanwhile. Parameters: the row.
INSERT INTO payment ({columns payment})
SELECT {values payment}
WHERE ?3 IS NULL OR EXISTS (SELECT 1 FROM shift WHERE id = ?3 AND closed_at = 0);
