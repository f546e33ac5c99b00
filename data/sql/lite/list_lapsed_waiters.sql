-- Whose offer is not open any more. ?1 show_no, ?2 now, ?3 at most. Rows: waiters, the
-- first in line first.
SELECT {columns waiter w}
FROM waitlist AS w
WHERE w.show_no = ?1 AND w.status IN (:WAIT_WAITING, :WAIT_OFFERED) AND w.status = :WAIT_OFFERED
    AND NOT EXISTS (SELECT 1 FROM hold AS h
        WHERE h.id = w.hold AND (h.status = :HOLD_PAYING OR (h.status = :HOLD_ACTIVE AND h.expires_at > ?2)))
ORDER BY w.joined_at, w.id
LIMIT ?3;
