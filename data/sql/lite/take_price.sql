-- The prices of one class as the house has it. ?1 show_no, ?2 class_no, ?3 adult, ?4 child, ?5
-- senior, ?6 student, ?7 comp.
INSERT OR REPLACE INTO price (show_no, class_no, adult, child, senior, student, comp)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7);
