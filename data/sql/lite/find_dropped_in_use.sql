-- Is a seat that the changed plan drops held (not over) or sold? ?1 hall_no, ?2 now. Rows: (1) or none.
SELECT 1
FROM hall_seat AS h
CROSS JOIN show AS w ON w.hall_no = h.hall_no
CROSS JOIN show_seat AS s ON s.show_no = w.no AND s.seat_no = h.seat_no
WHERE h.hall_no = ?1 AND h.retired = 2
    AND (s.status = :SEAT_SOLD OR (s.status = :SEAT_HELD AND s.held_until > ?2))
LIMIT 1;
