-- A sale as the house has it. ?1 id, ?2 code, ?3 show_no, ?4 status, ?5 hold, ?6 customer, ?7
-- shift, ?8 name, ?9 email, ?10 currency, ?11 total, ?12 paid, ?13 sold_by, ?14 till, ?15 sold_at,
-- ?16 version, ?17 collected_at.
INSERT OR REPLACE INTO sale (id, code, show_no, status, hold, customer, shift, name, email,
    currency, total, paid, sold_by, till, sold_at, version, collected_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17);
