-- A hold takes a seat, if it is known here yet. ?1 hold_id blob, ?2 seat_no int, ?3 show_no int.
INSERT INTO claim (hold_id, seat_no, show_no, live) SELECT id, ?2, ?3, 1 FROM hold WHERE id = ?1
ON CONFLICT (hold_id, seat_no) DO UPDATE SET live = 1;
