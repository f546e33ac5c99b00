-- A seat of a plan as the house has it. ?1 hall_no, ?2 seat_no, ?3 pos, ?4 row_no, ?5 run, ?6 cell,
-- ?7 x, ?8 y, ?9 class_no, ?10 flags, ?11 number, ?12 label, ?13 guid, ?14 retired.
INSERT OR REPLACE INTO hall_seat (hall_no, seat_no, pos, row_no, run, cell, x, y, class_no, flags,
    number, label, guid, retired)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14);
