-- A price class as the house has it. ?1 hall_no, ?2 class_no, ?3 name, ?4 colour.
INSERT OR REPLACE INTO hall_class (hall_no, class_no, name, colour)
VALUES (?1, ?2, ?3, ?4);
