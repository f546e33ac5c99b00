-- What a seat is called. $1 show_no int, $2 seat_no int. Rows: at most one (show id, label).
SELECT w.id, h.label FROM loge.show AS w JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no
WHERE w.no = $1 AND h.seat_no = $2;
