-- Whom this was offered to. ?1 show_no, ?2 hold. Rows: waiters, see get_waiter().
SELECT {columns waiter}
FROM waitlist WHERE show_no = ?1 AND status IN (0, 1) AND status = 1 AND hold = ?2;
