-- Forgets the rows of a plan that is about to be drawn anew. ?1 hall_no.
DELETE FROM hall_row WHERE hall_no = ?1;
