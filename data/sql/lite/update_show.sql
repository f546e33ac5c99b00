-- A show's next state; its hall stays. Parameters as insert_show, ?2 version seen.
-- Changes one row, or none.
UPDATE show SET id = ?3, title = ?4, currency = ?6, status = ?7, starts_at = ?8, hold_ttl_ms = ?9,
    extend_ms = ?10, ceiling_ms = ?11, gap_rule = ?12, one_hold = ?13, fee = ?14, tax_bp = ?15,
    version = version + 1
WHERE no = ?1 AND version = ?2;
