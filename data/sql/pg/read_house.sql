-- The house. Rows: one (name text, currency text, created_at bigint, schema int).
SELECT name, currency, created_at, loge.schema() FROM loge.house;
