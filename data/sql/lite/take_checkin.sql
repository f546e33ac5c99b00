-- A check-in as the house has it. ?1 ticket, ?2 entry, ?3 show_no, ?4 status, ?5 weight_g, ?6 fee,
-- ?7 at, ?8 till, ?9 tender, ?10 paid, ?11 given, ?12 auth, ?13 voucher, ?14 shift, ?15 version.
INSERT OR REPLACE INTO checkin (ticket, entry, show_no, status, weight_g, fee, at, till, tender, paid,
    given, auth, voucher, shift, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15);
