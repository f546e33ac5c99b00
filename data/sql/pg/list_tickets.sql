-- The tickets of a sale, oldest first. $1 sale uuid. Rows: tickets.
SELECT {columns ticket t}, h.label
FROM loge.ticket AS t
JOIN loge.show AS w ON w.no = t.show_no
JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
WHERE t.sale = $1 ORDER BY t.generation, t.id;
