-- The tickets of a sale, oldest first. ?1 sale blob. Rows: tickets.
SELECT {columns ticket t}, h.label
FROM ticket AS t
CROSS JOIN show AS w ON w.no = t.show_no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
WHERE t.sale = ?1 ORDER BY t.generation, t.id;
