-- Whose offer is not open any more. ?1 show_no, ?2 now, ?3 at most. Rows: waiters, see get_waiter(), the
-- first in line first.
SELECT {columns waiter w}
FROM waitlist AS w
WHERE w.show_no = ?1 AND w.status IN (0, 1) AND w.status = 1 AND NOT EXISTS (SELECT 1 FROM hold AS h
    WHERE h.id = w.hold AND (h.status = 1 OR (h.status = 0 AND h.expires_at > ?2)))
ORDER BY w.joined_at, w.id
LIMIT ?3;
