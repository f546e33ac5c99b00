-- The house. Rows: one (name text, currency text, created_at int).
SELECT name, currency, created_at FROM house WHERE only = 1;
