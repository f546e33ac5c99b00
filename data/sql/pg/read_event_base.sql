-- Which cluster this is, and the base of its event ids: the one there was, or after a restore into
-- another cluster one that lets new events count on from the newest there is.
-- Rows: one (cluster bigint, base bigint).
SELECT c.system_identifier, CASE WHEN loge.cluster() IN (0, c.system_identifier)
    THEN loge.event_base()
    ELSE greatest(loge.event_base(), coalesce((SELECT (max(e.id) >> 20) + 1 FROM loge.event AS e), 0)
        - pg_current_xact_id()::text::bigint) END
FROM pg_control_system() AS c;
