-- Whom this was offered to. ?1 show_no, ?2 hold. Rows: waiters.
SELECT {columns waiter}
FROM waitlist
WHERE show_no = ?1 AND status IN (:WAIT_WAITING, :WAIT_OFFERED) AND status = :WAIT_OFFERED AND hold = ?2;
