-- The place in line with this code, the newest first should two have it. $1 code in upper case. Rows:
-- waiters.
SELECT {columns waiter}
FROM loge.waitlist WHERE code = $1 ORDER BY joined_at DESC LIMIT 1;
