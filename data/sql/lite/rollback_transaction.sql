-- Forgets a transaction.
ROLLBACK;
