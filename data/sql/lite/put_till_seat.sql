-- How the house has a seat, behind an open entry.
-- ?1 show_no int, ?2 seat_no int, ?3 tip int, ?4 status int, ?5 version int, ?6 held_until int,
-- ?7 open_to int, ?8 allotment int, ?9 holder blob or NULL.
INSERT INTO till_seat (show_no, seat_no, tip, status, version, held_until, open_to, allotment, holder)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
ON CONFLICT (show_no, seat_no) DO UPDATE SET tip = ?3, status = ?4, version = ?5, held_until = ?6,
    open_to = ?7, allotment = ?8, holder = ?9;
