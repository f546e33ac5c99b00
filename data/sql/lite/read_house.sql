-- The house. Rows: one (name text, currency text, timezone text, created_at int).
SELECT name, currency, timezone, created_at FROM house WHERE only = 1;
