-- A seat with an open entry, as the house had it. ?1 show_no int, ?2 seat_no int.
-- Rows: at most one (status, version, held_until, open_to, allotment, holder, tip).
SELECT status, version, held_until, open_to, allotment, holder, tip
FROM till_seat WHERE show_no = ?1 AND seat_no = ?2;
