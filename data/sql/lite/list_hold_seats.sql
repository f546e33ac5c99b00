-- The seats a hold has or had, as drawn. ?1 hold_id blob.
-- Rows: (seat_no, live, version, class_no, label).
SELECT c.seat_no, c.live, s.version, h.class_no, h.label
FROM claim AS c
CROSS JOIN show AS w ON w.no = c.show_no
CROSS JOIN show_seat AS s ON s.show_no = c.show_no AND s.seat_no = c.seat_no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = c.seat_no
WHERE c.hold_id = ?1 ORDER BY h.pos, c.seat_no;
