-- Shows that are not closed, in halls of at least ?1 seats, whose map is not packed or was packed
-- before event ?2; the oldest first, at most ?3. Rows: (show_no).
SELECT w.no
FROM hall AS h CROSS JOIN show AS w ON w.hall_no = h.no
LEFT JOIN packed_map AS p ON p.show_no = w.no
WHERE h.seats >= ?1 AND w.status <> :SHOW_CLOSED
    AND (p.show_version IS NOT w.version OR p.plan_version IS NOT h.plan_version
        OR p.last_event < ?2)
ORDER BY p.last_event LIMIT ?3;
