-- Who waits, behind somebody. $1 show_no, $2 joined_at and $3 id of him, $4 at most. Rows: waiters,
-- the first in line first.
SELECT {columns waiter}
FROM loge.waitlist
WHERE show_no = $1 AND status = :WAIT_WAITING AND (joined_at, id) > ($2::bigint, $3::uuid)
ORDER BY joined_at, id
LIMIT $4::integer;
