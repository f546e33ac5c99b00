-- A shift the house does not have. ?1 id.
DELETE FROM shift WHERE id = ?1;
