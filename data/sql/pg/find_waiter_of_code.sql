-- The place in line with this code, the newest first should two have it. $1 code in upper case. Rows:
-- waiters, see get_waiter().
SELECT id, version, show_no, status, name, email, phone, party, class_no, section, accessible,
    aisle, together, joined_at, hold, code, till
FROM loge.waitlist WHERE code = $1 ORDER BY joined_at DESC LIMIT 1;
