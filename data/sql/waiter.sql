-- name: drop_waiter store: lite
-- A place in line the house does not have. $1 id.
DELETE FROM waitlist WHERE id = $1;

-- name: find_waiter_of_code
-- The place in line with this code, the newest first should two have it. $1 code in upper case. Rows:
-- waiters.
SELECT {columns waiter}
FROM loge.waitlist WHERE code = $1 ORDER BY joined_at DESC LIMIT 1;

-- name: find_waiter_of_hold store: pg
-- Whom this was offered to. $1 show_no, $2 hold uuid. Rows: waiters.
SELECT {columns waiter}
FROM loge.waitlist WHERE show_no = $1 AND status = :WAIT_OFFERED AND hold = $2::uuid;

-- name: find_waiter_of_hold store: lite
-- Whom this was offered to. $1 show_no, $2 hold. Rows: waiters.
SELECT {columns waiter}
FROM waitlist
WHERE show_no = $1 AND status IN (:WAIT_WAITING, :WAIT_OFFERED) AND status = :WAIT_OFFERED AND hold = $2;

-- name: insert_waiter store: lite
-- A new place in line. Parameters: the row ($2, the version seen, is for update_waiter).
INSERT INTO waitlist ({columns waiter})
VALUES ({values waiter but version = 1});

-- name: list_lapsed_waiters store: pg
-- Whose offer is not open any more. $1 show_no, $2 now, $3 at most. Rows: waiters, the
-- first in line first. (NOT IN, because it is hashed however few holds there were when last counted.)
SELECT {columns waiter w}
FROM loge.waitlist AS w
WHERE w.show_no = $1 AND w.status = :WAIT_OFFERED AND w.hold NOT IN (SELECT h.id FROM loge.hold AS h
    WHERE h.show_no = $1 AND h.status IN (:HOLD_ACTIVE, :HOLD_PAYING)
        AND (h.status = :HOLD_PAYING OR h.expires_at > $2::bigint))
ORDER BY w.joined_at, w.id
LIMIT $3::integer;

-- name: list_lapsed_waiters store: lite
-- Whose offer is not open any more. $1 show_no, $2 now, $3 at most. Rows: waiters, the
-- first in line first.
SELECT {columns waiter w}
FROM waitlist AS w
WHERE w.show_no = $1 AND w.status IN (:WAIT_WAITING, :WAIT_OFFERED) AND w.status = :WAIT_OFFERED
    AND NOT EXISTS (SELECT 1 FROM hold AS h
        WHERE h.id = w.hold AND (h.status = :HOLD_PAYING OR (h.status = :HOLD_ACTIVE AND h.expires_at > $2)))
ORDER BY w.joined_at, w.id
LIMIT $3;

-- name: list_next_waiters store: pg
-- Who waits, behind somebody. $1 show_no, $2 joined_at and $3 id of him, $4 at most. Rows: waiters,
-- the first in line first.
SELECT {columns waiter}
FROM loge.waitlist
WHERE show_no = $1 AND status = :WAIT_WAITING AND (joined_at, id) > ($2::bigint, $3::uuid)
ORDER BY joined_at, id
LIMIT $4::integer;

-- name: list_next_waiters store: lite
-- Who waits, behind somebody. $1 show_no, $2 joined_at and $3 id of him, $4 at most. Rows: waiters,
-- the first in line first.
SELECT {columns waiter}
FROM waitlist
WHERE show_no = $1 AND status IN (:WAIT_WAITING, :WAIT_OFFERED) AND status = :WAIT_WAITING
    AND (joined_at, id) > ($2, $3)
ORDER BY joined_at, id
LIMIT $4;

-- name: list_waiters
-- Who waits or has an offer, first come first. $1 show_no. Rows: waiters.
SELECT {columns waiter}
FROM loge.waitlist WHERE show_no = $1 AND status IN (:WAIT_WAITING, :WAIT_OFFERED) ORDER BY joined_at, id;

-- name: put_wait_rule store: pg
-- $1 show int, $2 whether seats are sold instead of offered boolean, $3 time of an offer bigint.
-- Rows: one, of nothing.
SELECT loge.set_wait_rule($1::integer, $2::boolean, $3::bigint);

-- name: read_wait_rule store: pg
-- $1 show int. Rows: one, or none when nobody said anything.
SELECT r.sells, r.offer_ms FROM loge.wait_rule AS r WHERE r.show_no = $1::integer;

-- name: read_waiter
-- A place in line. $1 id uuid. Rows: at most one waiter.
SELECT {columns waiter}
FROM loge.waitlist WHERE id = $1;

-- name: take_wait_turns store: pg
-- The shows whose waiting list this instance serves now. $1 instance, $2 for how many ms bigint.
-- Rows: by show.
SELECT show_no, show_id, sells, offer_ms FROM loge.wait_turns($1, $2::bigint);

-- name: take_waiter store: lite
-- A place in line as the house has it. Parameters: the row.
INSERT OR REPLACE INTO waitlist ({columns waiter})
VALUES ({values waiter});

-- name: update_waiter store: lite
-- A place in line, changed. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE waitlist SET {changes waiter $ but version = version + 1}
WHERE id = $1 AND version = $2 AND code = $16 AND till = $17;

-- name: wipe_waiters store: lite
-- As wipe_customers. No parameters.
UPDATE waitlist SET name = '', email = '', phone = '';
