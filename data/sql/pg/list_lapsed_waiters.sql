-- Whose offer is not open any more. $1 show_no, $2 now, $3 at most. Rows: waiters, the
-- first in line first. (NOT IN, because it is hashed however few holds there were when last counted.)
SELECT {columns waiter w}
FROM loge.waitlist AS w
WHERE w.show_no = $1 AND w.status = :WAIT_OFFERED AND w.hold NOT IN (SELECT h.id FROM loge.hold AS h
    WHERE h.show_no = $1 AND h.status IN (:HOLD_ACTIVE, :HOLD_PAYING)
        AND (h.status = :HOLD_PAYING OR h.expires_at > $2::bigint))
ORDER BY w.joined_at, w.id
LIMIT $3::integer;
