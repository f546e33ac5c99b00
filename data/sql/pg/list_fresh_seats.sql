-- How live seats stand. $1 show_no int[], $2 seat_no int[]: pairs, in order, each once.
-- Rows: (show_no, seat_no, status, version, held_until, open_to, allotment, holder).
-- OFFSET 0 pins the order, as in list_seats_since.
SELECT s.show_no, s.seat_no, s.status, s.version, s.held_until, s.open_to, s.allotment, s.holder
FROM unnest($1::integer[], $2::integer[]) AS n (show_no, seat_no)
CROSS JOIN LATERAL (SELECT t.* FROM loge.show_seat AS t
    WHERE t.show_no = n.show_no AND t.seat_no = n.seat_no AND NOT t.retired OFFSET 0) AS s
ORDER BY s.show_no, s.seat_no;
