-- The document of a plan as the house has it. ?1 hall_no, ?2 document.
INSERT OR REPLACE INTO hall_document (hall_no, document) VALUES (?1, ?2);
