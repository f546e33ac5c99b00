-- Who waits or has an offer, first come first. $1 show_no. Rows: waiters.
SELECT {columns waiter}
FROM loge.waitlist WHERE show_no = $1 AND status IN (:WAIT_WAITING, :WAIT_OFFERED) ORDER BY joined_at, id;
