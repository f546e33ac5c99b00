-- A bag that was paid for as the house has it. ?1 shift, ?2 ticket, ?3 entry, ?4 show_no, ?5 weight_g,
-- ?6 fee, ?7 at, ?8 till, ?9 tender, ?10 given, ?11 auth, ?12 voucher, ?13 version.
INSERT OR REPLACE INTO checkin (ticket, entry, show_no, status, weight_g, fee, at, till, tender, paid,
    given, auth, voucher, shift, version)
VALUES (?2, ?3, ?4, 2, ?5, ?6, ?7, ?8, ?9, ?6, ?10, ?11, ?12, ?1, ?13);
