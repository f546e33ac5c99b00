-- How the house has a seat that an open entry has changed. ?1 show_no, ?2 seat_no, ?3 status,
-- ?4 version, ?5 holder blob or NULL, ?6 held_until, ?7 open_to, ?8 allotment. Changes one row, or
-- none: no entry is open, or the house is known to be later.
UPDATE till_seat SET status = ?3, version = ?4, holder = ?5, held_until = ?6, open_to = ?7,
    allotment = ?8
WHERE show_no = ?1 AND seat_no = ?2 AND version <= ?4;
