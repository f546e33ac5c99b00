-- A ticket comes or goes. Parameters as insert_admission, ?2 version seen. Changes one row, or none.
UPDATE admission SET show_no = ?3, inside = ?4, entries = ?5, first_at = ?6, last_at = ?7,
    gate = ?8, till = ?9, blocked = ?10, version = version + 1
WHERE ticket = ?1 AND version = ?2;
