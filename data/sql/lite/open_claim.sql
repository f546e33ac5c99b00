-- A hold takes a seat. ?1 hold_id blob, ?2 seat_no int, ?3 show_no int.
INSERT INTO claim (hold_id, seat_no, show_no, live) VALUES (?1, ?2, ?3, 1)
ON CONFLICT (hold_id, seat_no) DO UPDATE SET live = 1;
