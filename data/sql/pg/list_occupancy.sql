-- $1 show int, $2 from, $3 until bigint (0: all). Rows: how full it was, by time.
SELECT o.at, o.available, o.held, o.sold, o.blocked
FROM loge.occupancy AS o
WHERE o.show_no = $1::integer AND o.at >= $2::bigint AND ($3::bigint = 0 OR o.at < $3::bigint)
ORDER BY o.at;
