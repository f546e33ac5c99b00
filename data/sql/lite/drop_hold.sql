-- A hold the house does not have. ?1 id.
DELETE FROM hold WHERE id = ?1;
