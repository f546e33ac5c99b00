-- Forgets the areas of a plan that is about to be drawn anew. ?1 hall_no.
DELETE FROM hall_area WHERE hall_no = ?1;
