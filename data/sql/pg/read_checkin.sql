-- The newest check-in of a ticket. $1 ticket uuid. Rows: at most one: check-ins.
SELECT {columns checkin}
FROM loge.checkin WHERE ticket = $1 ORDER BY entry DESC LIMIT 1;
