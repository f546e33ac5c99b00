-- The seats a hold has or had, as drawn. $1 hold_id uuid.
-- Rows: (seat_no, live, version, class_no, label).
SELECT c.seat_no, c.live, s.version, h.class_no, h.label
FROM loge.claim AS c
JOIN loge.show AS w ON w.no = c.show_no
JOIN loge.show_seat AS s ON s.show_no = c.show_no AND s.seat_no = c.seat_no
JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = c.seat_no
WHERE c.hold_id = $1 ORDER BY h.pos, c.seat_no;
