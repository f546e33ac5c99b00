-- A member of staff, changed. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE staff SET {changes staff ? but version = version + 1}
WHERE name = ?1 AND version = ?2;
