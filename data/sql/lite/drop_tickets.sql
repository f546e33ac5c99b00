-- The tickets of a sale. ?1 sale.
DELETE FROM ticket WHERE sale = ?1;
