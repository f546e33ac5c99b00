-- What has to wait: events that nobody is told of yet, because a transaction that began before them is
-- still open; holds that are over and not freed yet; and holds that wait for a payment while no
-- service completes payments. No parameters.
-- Rows: one (how old the first such event is, how many such holds, for how long the first, how many
-- wait for a payment: in ms).
SELECT coalesce((SELECT loge.now_ms() - e.at FROM loge.event AS e
        WHERE e.id >= (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + loge.event_base()) << 20
        ORDER BY e.id LIMIT 1), 0),
    count(*), coalesce(loge.now_ms() - min(h.expires_at), 0),
    CASE WHEN EXISTS (SELECT FROM loge.worker_status AS w
            WHERE w.worker = 'payments' AND w.beat_at > loge.now_ms() - 60000)
        THEN 0 ELSE (SELECT count(*) FROM loge.hold AS p WHERE p.status = :HOLD_PAYING) END
FROM loge.hold AS h
WHERE h.status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND h.expires_at <= loge.now_ms()
    AND (h.status = :HOLD_ACTIVE OR h.paying_until <= loge.now_ms());
