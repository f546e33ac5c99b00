-- The newest revision of sync the house knows. No parameters. Rows: one.
SELECT loge.sync_revision();
