-- A voucher's next state. Parameters as insert_voucher, ?2 version seen. Changes one row, or none.
UPDATE voucher SET kind = ?3, value = ?4, budget = ?5, used = ?6, max_uses = ?7, uses = ?8,
    max_tickets = ?9, valid_from = ?10, valid_until = ?11, show_no = ?12, disabled = ?13,
    version = version + 1
WHERE code = ?1 AND version = ?2;
