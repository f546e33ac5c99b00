-- No entry of the seat is open any more. ?1 show_no int, ?2 seat_no int.
DELETE FROM till_seat WHERE show_no = ?1 AND seat_no = ?2;
