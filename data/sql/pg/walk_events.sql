-- The log as it is sealed: columns and order are part of the hash. $1 after bigint, $2 limit (-1: all).
-- Rows: (id, at, act, actor, till, approver, role, show_no, seat_no, version, was, became, subject,
-- held_ms, reason, note, key, address, client).
SELECT id, at, act, actor, till, approver, role, show_no, seat_no, version, was, became, subject,
    held_ms, reason, note, key, address, client
FROM loge.event WHERE id > $1::bigint ORDER BY id LIMIT nullif($2::bigint, -1);
