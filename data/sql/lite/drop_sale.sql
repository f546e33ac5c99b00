-- A sale the house does not have. ?1 id.
DELETE FROM sale WHERE id = ?1;
