-- How the live seats of a show stand, from one number to another, in the order of the key. $1
-- show_no int, $2 first int, $3 last int.
-- Rows: (seat_no, status, version, held_until, open_to, allotment, holder).
SELECT seat_no, status, version, held_until, open_to, allotment, holder
FROM loge.show_seat
WHERE show_no = $1 AND seat_no BETWEEN $2 AND $3 AND NOT retired ORDER BY seat_no;
