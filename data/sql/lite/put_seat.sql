-- A seat of a plan, new or where it stands now. ?1 hall_no, ?2 seat_no, ?3 pos, ?4 row_no, ?5 run,
-- ?6 cell, ?7 x, ?8 y, ?9 class_no, ?10 flags, ?11 number, ?12 label, ?13 guid.
-- Changes one row, or none when the number was given to a seat that has left the plan for good.
INSERT INTO hall_seat (hall_no, seat_no, pos, row_no, run, cell, x, y, class_no, flags, number,
    label, guid, retired)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, 0)
ON CONFLICT (hall_no, seat_no) DO UPDATE SET pos = ?3, row_no = ?4, run = ?5, cell = ?6, x = ?7,
    y = ?8, class_no = ?9, flags = ?10, number = ?11, label = ?12, guid = ?13, retired = 0
WHERE retired = 2;
