-- Every live seat of a hall, in the order of the key. ?1 hall_no int.
-- Rows: (pos, seat_no, row_no, cell, x, y, class_no, flags, number, guid).
SELECT pos, seat_no, row_no, cell, x, y, class_no, flags, number, guid
FROM hall_seat WHERE hall_no = ?1 AND retired = 0 ORDER BY seat_no;
