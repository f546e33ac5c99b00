-- A new place in line. ?1 id, ?3 show_no, ?4 status, ?5 name, ?6 email, ?7 phone, ?8 party,
-- ?9 class_no, ?10 section, ?11 accessible, ?12 aisle, ?13 together, ?14 joined_at,
-- ?15 hold or NULL, ?16 code, ?17 till. (?2: for the update.)
INSERT INTO waitlist (id, show_no, status, name, email, phone, party, class_no, section, accessible,
    aisle, together, joined_at, hold, code, till, version)
VALUES (?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
    1);
