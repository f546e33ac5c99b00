-- A seat as the house has it, unless it is known to be later already. ?1 show_no, ?2 seat_no,
-- ?3 status, ?4 version, ?5 holder blob or NULL, ?6 held_until, ?7 open_to, ?8 allotment, ?9 retired.
-- Changes one row, or none.
INSERT INTO show_seat (show_no, seat_no, status, version, holder, held_until, open_to, allotment,
    retired)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
ON CONFLICT (show_no, seat_no) DO UPDATE SET status = ?3, version = ?4, holder = ?5,
    held_until = ?6, open_to = ?7, allotment = ?8, retired = ?9
WHERE version <= ?4;
