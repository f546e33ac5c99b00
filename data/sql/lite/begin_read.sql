-- Starts a read that sees one moment.
BEGIN;
