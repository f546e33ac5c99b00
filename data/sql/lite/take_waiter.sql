-- A place in line as the house has it. ?1 id, ?2 show_no, ?3 status, ?4 name, ?5 email, ?6 phone,
-- ?7 party, ?8 class_no, ?9 section, ?10 accessible, ?11 aisle, ?12 together, ?13 joined_at, ?14
-- hold, ?15 code, ?16 till, ?17 version.
INSERT OR REPLACE INTO waitlist (id, show_no, status, name, email, phone, party, class_no, section,
    accessible, aisle, together, joined_at, hold, code, till, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
    ?17);
