-- Seats lent to a till: $1 its device. Rows: (show, seat, label, status).
SELECT r.show_no, r.seat_no, h.label, t.status
FROM loge.lent AS r
JOIN loge.show AS w ON w.house = r.house AND w.no = r.show_no
JOIN loge.hall_seat AS h ON h.house = r.house AND h.hall_no = w.hall_no AND h.seat_no = r.seat_no
JOIN loge.show_seat AS t ON t.house = r.house AND t.show_no = r.show_no AND t.seat_no = r.seat_no
WHERE r.device = $1::uuid
ORDER BY r.show_no, h.pos;
