-- The newest event that no running transaction can still precede: whatever commits later has a
-- greater id. Rows: at most one (id bigint).
SELECT e.id FROM loge.event AS e
WHERE e.id < (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + loge.event_base()) << 20
ORDER BY e.id DESC LIMIT 1;
