-- How the live seats of a show stand, as sums over blocks of 256 seat numbers (src/domain/digest.h).
-- $1 show_no int. Rows: (block int, sum bigint), ascending; blocks without a seat are left out.
SELECT s.seat_no / 256,
    sum((m.x * m.x % 2147483647 + s.seat_no) * (m.x * m.x % 2147483647 + s.seat_no)
        % 2147483647)::bigint
FROM loge.show_seat AS s,
    LATERAL (SELECT (s.seat_no * 2654435::bigint + s.version * 40503 + s.status * 97 + 12345)
        % 2147483647 AS x) AS m
WHERE s.show_no = $1 AND NOT s.retired
GROUP BY 1 ORDER BY 1;
