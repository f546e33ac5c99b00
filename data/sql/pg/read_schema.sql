-- The newest migration. Rows: one (number int).
SELECT coalesce(max(number), 0) FROM loge.migration;
