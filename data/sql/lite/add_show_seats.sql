-- Gives one show the seats of its hall it does not have yet; house seats (flag 8) come blocked.
-- ?1 show_no.
INSERT INTO show_seat (show_no, seat_no, status, version)
SELECT w.no, h.seat_no, CASE WHEN h.flags & 8 THEN :SEAT_BLOCKED ELSE :SEAT_AVAILABLE END, 1
FROM show AS w CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no
WHERE w.no = ?1 AND h.retired = 0
ON CONFLICT (show_no, seat_no) DO NOTHING;
