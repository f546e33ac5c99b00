-- Starts a write; nobody else writes from here to the end.
BEGIN IMMEDIATE;
