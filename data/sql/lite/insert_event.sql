-- One line of the log. ?1 at, ?2 act, ?3 actor, ?4 till, ?5 approver, ?6 role, ?7 show_no,
-- ?8 seat_no, ?9 version, ?10 was, ?11 became, ?12 subject blob or NULL, ?13 held_ms, ?14 reason,
-- ?15 note, ?16 key blob or NULL, ?17 address, ?18 client. The new id is the last insert rowid.
INSERT INTO event (at, act, actor, till, approver, role, show_no, seat_no, version, was, became,
    subject, held_ms, reason, note, key, address, client)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18);
