-- A scan as the house has it. ?1 id, ?2 at, ?3 show_no, ?4 gate, ?5 code, ?6 overridden, ?7
-- leaving, ?8 ticket, ?9 label, ?10 till, ?11 actor, ?12 approver, ?13 reason.
INSERT OR IGNORE INTO scan (id, at, show_no, gate, code, overridden, leaving, ticket, label, till,
    actor, approver, reason)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13);
