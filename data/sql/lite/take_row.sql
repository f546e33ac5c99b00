-- A row of a plan as the house has it. ?1 hall_no, ?2 row_no, ?3 section_no, ?4 label, ?5 line.
INSERT OR REPLACE INTO hall_row (hall_no, row_no, section_no, label, line)
VALUES (?1, ?2, ?3, ?4, ?5);
