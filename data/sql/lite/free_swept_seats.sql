-- The seats picked become available.
UPDATE show_seat SET status = :SEAT_AVAILABLE, version = version + 1, holder = NULL, held_until = 0
WHERE (show_no, seat_no) IN (SELECT show_no, seat_no FROM temp.sweep);
