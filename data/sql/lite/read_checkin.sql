-- The newest check-in of a ticket. ?1 ticket. Rows: at most one: check-ins.
SELECT {columns checkin}
FROM checkin WHERE ticket = ?1 ORDER BY entry DESC LIMIT 1;
