-- The live seats of a show with an event after one, as they are now. $1 show_no int, $2 after bigint,
-- $3 limit int. Rows: (seat_no, status, version, held_until, open_to, allotment, holder).
-- OFFSET 0 pins the order: the log's end by its key, then each seat by its key. A planner without
-- statistics would join the whole show with its whole log.
SELECT s.seat_no, s.status, s.version, s.held_until, s.open_to, s.allotment, s.holder
FROM (SELECT DISTINCT n.seat_no
    FROM (SELECT e.show_no, e.seat_no FROM loge.event AS e
        WHERE e.id > $2::bigint ORDER BY e.id OFFSET 0) AS n
    WHERE n.show_no = $1::integer AND n.seat_no >= 0) AS c
CROSS JOIN LATERAL (SELECT t.* FROM loge.show_seat AS t
    WHERE t.show_no = $1::integer AND t.seat_no = c.seat_no AND NOT t.retired OFFSET 0) AS s
ORDER BY s.seat_no LIMIT $3::bigint;
