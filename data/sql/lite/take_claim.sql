-- That a hold has or had a seat; whether it still has tells the seat. ?1 hold_id, ?2 seat_no,
-- ?3 show_no.
INSERT INTO claim (hold_id, seat_no, show_no, live)
VALUES (?1, ?2, ?3, EXISTS (SELECT 1 FROM show_seat AS s
    WHERE s.show_no = ?3 AND s.seat_no = ?2 AND s.status = :SEAT_HELD AND s.holder = ?1))
ON CONFLICT (hold_id, seat_no) DO UPDATE SET live = excluded.live;
