-- A new sale. ?1 id, ?3 code, ?4 show_no, ?5 status, ?6 hold or NULL, ?7 customer or NULL,
-- ?8 shift or NULL, ?9 name, ?10 email, ?11 currency, ?12 total, ?13 paid, ?14 sold_by, ?15 till,
-- ?16 sold_at, ?17 collected_at. (?2 is the version seen, for the update.)
INSERT INTO sale (id, code, show_no, status, hold, customer, shift, name, email, currency, total,
    paid, sold_by, till, sold_at, collected_at, version)
VALUES (?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, 1);
