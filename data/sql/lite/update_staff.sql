-- A member of staff, changed. Parameters as insert_staff, ?2 version seen. Changes one row, or none.
UPDATE staff SET role = ?3, disabled = ?4, failures = ?5, locked_until = ?6, pin_hash = ?7,
    badge = ?8, version = version + 1
WHERE name = ?1 AND version = ?2;
