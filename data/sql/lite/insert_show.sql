-- A new show. ?1 no int or NULL (the next), ?3 id, ?4 title, ?5 hall id, ?6 currency, ?7 status,
-- ?8 starts_at, ?9 hold_ttl_ms, ?10 extend_ms, ?11 ceiling_ms, ?12 gap_rule, ?13 one_hold, ?14 fee,
-- ?15 tax_bp. (?2 is the version seen, for the update.) Changes one row, or none without the hall.
INSERT INTO show (no, id, title, hall_no, currency, status, starts_at, hold_ttl_ms, extend_ms,
    ceiling_ms, gap_rule, one_hold, fee, tax_bp, version)
SELECT ?1, ?3, ?4, no, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, 1 FROM hall WHERE id = ?5;
