-- The check-ins of tickets whose bags a batch is about: $1 tickets. Rows: check-ins.
SELECT {columns checkin}
FROM loge.checkin WHERE ticket = ANY ($1::uuid[]);
