-- How a live seat stands. $1 show_no int, $2 seat_no int.
-- Rows: at most one (status, version, held_until, open_to, allotment, holder).
SELECT status, version, held_until, open_to, allotment, holder
FROM loge.show_seat WHERE show_no = $1 AND seat_no = $2 AND NOT retired;
