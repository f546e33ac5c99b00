-- How live seats stand. $1 show_no int[], $2 seat_no int[]: pairs, in order, each once.
-- Rows: (show_no, seat_no, status, version, held_until, open_to, allotment, holder).
SELECT s.show_no, s.seat_no, s.status, s.version, s.held_until, s.open_to, s.allotment, s.holder
FROM unnest($1::integer[], $2::integer[]) AS n (show_no, seat_no)
JOIN loge.show_seat AS s ON s.show_no = n.show_no AND s.seat_no = n.seat_no AND NOT s.retired
ORDER BY s.show_no, s.seat_no;
