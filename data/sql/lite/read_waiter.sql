-- A place in line. ?1 id blob. Rows: at most one waiter.
SELECT {columns waiter}
FROM waitlist WHERE id = ?1;
