-- Holds, newest first. ?1 show_no int or 0, ?2 holder text or '', ?3 till text or '',
-- ?4 email text or '', ?5 limit int (-1: all). Rows: holds.
SELECT {columns hold}
FROM hold
WHERE (?1 = 0 OR show_no = ?1) AND (?2 = '' OR holder = ?2) AND (?3 = '' OR till = ?3)
    AND (?4 = '' OR email = ?4 COLLATE NOCASE)
ORDER BY created_at DESC, id DESC LIMIT ?5;
