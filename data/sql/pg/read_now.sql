-- The house's clock. Rows: one (bigint).
SELECT loge.now_ms();
