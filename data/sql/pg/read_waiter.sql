-- A place in line. $1 id uuid. Rows: at most one waiter.
SELECT {columns waiter}
FROM loge.waitlist WHERE id = $1;
