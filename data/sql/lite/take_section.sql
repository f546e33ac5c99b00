-- A section of a plan as the house has it. ?1 hall_no, ?2 section_no, ?3 name, ?4 x, ?5 y.
INSERT OR REPLACE INTO hall_section (hall_no, section_no, name, x, y)
VALUES (?1, ?2, ?3, ?4, ?5);
