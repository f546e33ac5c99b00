-- Forgets the classes of a plan that is about to be drawn anew. ?1 hall_no.
DELETE FROM hall_class WHERE hall_no = ?1;
