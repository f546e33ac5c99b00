-- Rows: at most one (past).
SELECT past FROM kept_past WHERE one = 1;
