-- A ticket by its code, letters in any case. $1 code text. Rows: as read_ticket.
SELECT {columns ticket t}, h.label, v.status, v.code
FROM loge.ticket AS t
CROSS JOIN loge.order_1(t.sale) AS v
JOIN loge.show AS w ON w.no = t.show_no
JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
WHERE t.code = upper($1);
