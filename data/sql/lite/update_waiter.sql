-- A place in line, changed. Parameters as insert_waiter, ?2 version seen. Changes one row, or none.
UPDATE waitlist SET show_no = ?3, status = ?4, name = ?5, email = ?6, phone = ?7, party = ?8,
    class_no = ?9, section = ?10, accessible = ?11, aisle = ?12, together = ?13, joined_at = ?14,
    hold = ?15, code = ?16, till = ?17, version = version + 1
WHERE id = ?1 AND version = ?2;
