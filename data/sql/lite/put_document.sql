-- The document of a plan. ?1 hall_no, ?2 document text.
INSERT INTO hall_document (hall_no, document) VALUES (?1, ?2)
ON CONFLICT (hall_no) DO UPDATE SET document = ?2;
