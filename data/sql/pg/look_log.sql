-- Is this event in the log, and which is the newest that no running transaction can still precede?
-- $1 id bigint. Rows: one (bool, id bigint or NULL).
SELECT EXISTS (SELECT 1 FROM loge.event AS e WHERE e.id = $1),
    (SELECT e.id FROM loge.event AS e
    WHERE e.id < (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + loge.event_base()) << 20
    ORDER BY e.id DESC LIMIT 1);
