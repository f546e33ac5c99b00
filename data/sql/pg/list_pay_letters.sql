-- Messages of the payment provider that fit nothing, newest first. $1 at most integer. Rows: so
-- many.
SELECT l.event, l.ref, l.at, l.body
FROM loge.pay_letter AS l
ORDER BY l.at DESC, l.event
LIMIT $1::integer;
