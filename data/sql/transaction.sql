-- name: begin_read store: lite
-- Starts a read that sees one moment.
BEGIN;

-- name: begin_write store: lite
-- Starts a write; nobody else writes from here to the end.
BEGIN IMMEDIATE;

-- name: commit_transaction store: lite
-- Ends a transaction; after a write it is durable when this returns.
COMMIT;

-- name: rollback_transaction store: lite
-- Forgets a transaction.
ROLLBACK;
