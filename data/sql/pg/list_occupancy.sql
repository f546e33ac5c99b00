-- $1 show int, $2 from, $3 until bigint (0: all), $4 so many rows are enough, bigint (0: each).
-- Rows: how full it was, by time; of those that are left out the next one stands for them.
WITH noted AS (
    SELECT o.at, o.available, o.held, o.sold, o.blocked
    FROM loge.occupancy AS o
    WHERE o.show_no = $1::integer AND o.at >= $2::bigint AND ($3::bigint = 0 OR o.at < $3::bigint)
), step AS (
    SELECT min(n.at) AS first, CASE WHEN $4::bigint = 0 THEN 1
        ELSE (max(n.at) - min(n.at)) / $4::bigint + 1 END AS ms
    FROM noted AS n
)
SELECT DISTINCT ON ((n.at - s.first) / s.ms) n.at, n.available, n.held, n.sold, n.blocked
FROM noted AS n CROSS JOIN step AS s
ORDER BY (n.at - s.first) / s.ms, n.at DESC;
