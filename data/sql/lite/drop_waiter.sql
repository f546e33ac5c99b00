-- A place in line the house does not have. ?1 id.
DELETE FROM waitlist WHERE id = ?1;
