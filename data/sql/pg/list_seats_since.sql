-- The live seats of a show with an event after one, as they are now. $1 show_no int, $2 after bigint,
-- $3 limit int. Rows: (seat_no, status, version, held_until, open_to, allotment, holder).
SELECT s.seat_no, s.status, s.version, s.held_until, s.open_to, s.allotment, s.holder
FROM loge.show_seat AS s
WHERE s.show_no = $1 AND NOT s.retired
    AND s.seat_no IN (SELECT e.seat_no FROM loge.event AS e
        WHERE e.id > $2::bigint AND e.show_no = $1 AND e.seat_no >= 0)
ORDER BY s.seat_no LIMIT $3::bigint;
