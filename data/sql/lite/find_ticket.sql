-- A ticket by its code, letters in any case. ?1 code. Rows: as read_ticket.
SELECT {columns ticket t}, h.label, v.status, v.code
FROM ticket AS t
CROSS JOIN sale AS v ON v.id = t.sale
CROSS JOIN show AS w ON w.no = t.show_no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
WHERE t.code = ?1;
