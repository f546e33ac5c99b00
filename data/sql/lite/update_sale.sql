-- A sale's next state. Parameters as insert_sale, ?2 version seen. Changes one row, or none.
UPDATE sale SET code = ?3, show_no = ?4, status = ?5, hold = ?6, customer = ?7, shift = ?8,
    name = ?9, email = ?10, currency = ?11, total = ?12, paid = ?13, sold_by = ?14, till = ?15,
    sold_at = ?16, collected_at = ?17, version = version + 1
WHERE id = ?1 AND version = ?2;
