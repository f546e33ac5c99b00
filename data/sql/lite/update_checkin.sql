-- A bag is weighed again, paid for or given up. Parameters: the row, with the version seen. Changes one
-- row; none when another version is there, or when its shift is closed meanwhile.
UPDATE checkin SET {changes checkin ? but version = version + 1}
WHERE ticket = ?1 AND entry = ?3 AND show_no = ?4 AND version = ?2
    AND (?15 IS NULL OR EXISTS (SELECT 1 FROM shift WHERE id = ?15 AND closed_at = 0));
