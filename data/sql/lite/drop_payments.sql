-- The payments of a sale. ?1 sale.
DELETE FROM payment WHERE sale = ?1;
