-- Ends a transaction; after a write it is durable when this returns.
COMMIT;
