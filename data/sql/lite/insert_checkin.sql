-- A bag that is weighed for the first time. ?1 ticket, ?3 entry, ?4 show_no, ?5 status, ?6 weight_g,
-- ?7 fee, ?8 at, ?9 till, ?10 tender, ?11 paid, ?12 given, ?13 auth, ?14 voucher, ?15 shift.
-- (?2: for the update.)
INSERT INTO checkin (ticket, entry, show_no, status, weight_g, fee, at, till, tender, paid, given,
    auth, voucher, shift, version)
VALUES (?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, 1);
