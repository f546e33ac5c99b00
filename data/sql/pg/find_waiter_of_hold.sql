-- Whom this was offered to. $1 show_no, $2 hold uuid. Rows: waiters, see get_waiter().
SELECT id, version, show_no, status, name, email, phone, party, class_no, section, accessible,
    aisle, together, joined_at, hold, code, till
FROM loge.waitlist WHERE show_no = $1 AND status = 1 AND hold = $2::uuid;
