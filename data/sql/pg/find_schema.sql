-- Is there a house in this database? Rows: one (bool).
SELECT to_regclass('loge.migration') IS NOT NULL;
