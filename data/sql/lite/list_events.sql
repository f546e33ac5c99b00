-- The log, oldest first. ?1 after int (0: from the start), ?2 show_no or 0, ?3 unused, ?4 actor or '',
-- ?5 till or '', ?6 subject blob or NULL, ?7 limit (-1: all). Rows: events, see get_event().
SELECT e.id, e.at, e.act, e.actor, e.till, e.approver, e.role, e.show_no, e.seat_no, e.version, e.was,
    e.became, e.subject, e.held_ms, e.reason, e.note, e.key, e.address, e.client,
    coalesce((SELECT h.label FROM show AS w JOIN hall_seat AS h ON h.hall_no = w.hall_no
        WHERE w.no = e.show_no AND h.seat_no = e.seat_no), '')
FROM event AS e
WHERE e.id > ?1 AND (?2 = 0 OR e.show_no = ?2) AND (?4 = '' OR e.actor = ?4)
    AND (?5 = '' OR e.till = ?5) AND (?6 IS NULL OR e.subject = ?6)
ORDER BY e.id ASC LIMIT ?7;
