-- After a restore into another cluster: lets new events count on from the newest there is.
UPDATE loge.house AS o
SET cluster = c.system_identifier,
    event_base = greatest(o.event_base, coalesce((SELECT (max(e.id) >> 20) + 1 FROM loge.event AS e
        WHERE e.house = o.house), 0) - pg_current_xact_id()::text::bigint)
FROM pg_control_system() AS c
WHERE o.cluster <> c.system_identifier;
