-- A customer the house does not have. ?1 id.
DELETE FROM customer WHERE id = ?1;
