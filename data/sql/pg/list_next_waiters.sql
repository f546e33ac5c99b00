-- Who waits, behind somebody. $1 show_no, $2 joined_at and $3 id of him, $4 at most. Rows: waiters, see
-- get_waiter(), the first in line first.
SELECT id, version, show_no, status, name, email, phone, party, class_no, section, accessible,
    aisle, together, joined_at, hold, code, till
FROM loge.waitlist
WHERE show_no = $1 AND status = 0 AND (joined_at, id) > ($2::bigint, $3::uuid)
ORDER BY joined_at, id
LIMIT $4::integer;
