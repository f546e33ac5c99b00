-- A show as the house has it. ?1 no, ?2 id, ?3 title, ?4 hall_no, ?5 currency, ?6 status, ?7
-- starts_at, ?8 hold_ttl_ms, ?9 extend_ms, ?10 ceiling_ms, ?11 gap_rule, ?12 one_hold, ?13 fee, ?14
-- tax_bp, ?15 version.
INSERT OR REPLACE INTO show (no, id, title, hall_no, currency, status, starts_at, hold_ttl_ms,
    extend_ms, ceiling_ms, gap_rule, one_hold, fee, tax_bp, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15);
