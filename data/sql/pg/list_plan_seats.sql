-- The live seats of a hall from one number to another, in the order of the key. $1 hall_no int, $2
-- first int, $3 last int.
-- Rows: (pos, seat_no, row_no, cell, x, y, class_no, flags, number, guid).
SELECT pos, seat_no, row_no, cell, x, y, class_no, flags, number, guid
FROM loge.hall_seat
WHERE hall_no = $1 AND seat_no BETWEEN $2 AND $3 AND retired = 0 ORDER BY seat_no;
