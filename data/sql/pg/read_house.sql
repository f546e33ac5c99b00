-- The house. Rows: one (name text, currency text, timezone text, created_at bigint, schema int).
SELECT name, currency, timezone, created_at, loge.schema() FROM loge.house;
