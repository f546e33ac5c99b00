-- Whom this was offered to. $1 show_no, $2 hold uuid. Rows: waiters.
SELECT {columns waiter}
FROM loge.waitlist WHERE show_no = $1 AND status = :WAIT_OFFERED AND hold = $2::uuid;
