-- A seat exactly as it is, version and all.
-- ?1 show_no int, ?2 seat_no int, ?3 status int, ?4 version int, ?5 held_until int, ?6 open_to int,
-- ?7 allotment int, ?8 holder blob or NULL. Changes one row.
UPDATE show_seat SET status = ?3, version = ?4, held_until = ?5, open_to = ?6, allotment = ?7,
    holder = ?8
WHERE show_no = ?1 AND seat_no = ?2;
