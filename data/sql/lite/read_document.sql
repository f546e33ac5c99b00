-- The document a hall's plan came from. ?1 hall_no int. Rows: at most one (document text).
SELECT document FROM hall_document WHERE hall_no = ?1;
