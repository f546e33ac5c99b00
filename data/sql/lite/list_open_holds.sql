-- Holds that are open and not over, by when they end. ?1 show_no int or 0, ?2 holder text or '',
-- ?3 till text or '', ?4 email text or '', ?5 limit int (-1: all), ?6 now int.
-- Rows: holds.
SELECT {columns hold}
FROM hold
WHERE status IN (:HOLD_ACTIVE, :HOLD_PAYING)
    AND (expires_at > ?6 OR (status = :HOLD_PAYING AND paying_until > ?6))
    AND (?1 = 0 OR show_no = ?1) AND (?2 = '' OR holder = ?2) AND (?3 = '' OR till = ?3)
    AND (?4 = '' OR email = ?4 COLLATE NOCASE)
ORDER BY expires_at, id LIMIT ?5;
