-- The seats that holds have or had, as drawn. $1 hold_ids uuid[].
-- Rows: (which id, from 1, seat_no, live, version, class_no, label), by id in the order of $1.
SELECT r.n, c.seat_no, c.live, s.version, h.class_no, h.label
FROM unnest($1::uuid[]) WITH ORDINALITY AS r (id, n)
JOIN loge.claim AS c ON c.hold_id = r.id
JOIN loge.show AS w ON w.no = c.show_no
JOIN loge.show_seat AS s ON s.show_no = c.show_no AND s.seat_no = c.seat_no
JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = c.seat_no
ORDER BY r.n, h.pos, c.seat_no;
