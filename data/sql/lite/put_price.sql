-- The prices of one class. ?1 show_no, ?2 class_no, ?3 adult, ?4 child, ?5 senior, ?6 student,
-- ?7 comp.
INSERT INTO price (show_no, class_no, adult, child, senior, student, comp)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT (show_no, class_no) DO UPDATE SET adult = ?3, child = ?4, senior = ?5, student = ?6,
    comp = ?7;
