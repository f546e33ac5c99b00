-- How the seats of a show stand, by section as drawn. ?1 show_no int, ?2 now int.
-- Rows: (section name, available, held, sold, blocked, revenue).
SELECT c.name,
    sum(s.status = :SEAT_AVAILABLE OR (s.status = :SEAT_HELD AND s.held_until <= ?2)),
    sum(s.status = :SEAT_HELD AND s.held_until > ?2), sum(s.status = :SEAT_SOLD),
    sum(s.status = :SEAT_BLOCKED),
    coalesce(sum(t.total), 0)
FROM show AS w
CROSS JOIN show_seat AS s ON s.show_no = w.no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = s.seat_no
CROSS JOIN hall_row AS r ON r.hall_no = h.hall_no AND r.row_no = h.row_no
CROSS JOIN hall_section AS c ON c.hall_no = r.hall_no AND c.section_no = r.section_no
LEFT JOIN ticket AS t ON s.status = :SEAT_SOLD AND t.show_no = s.show_no AND t.seat_no = s.seat_no
    AND t.status = :TICKET_VALID
WHERE w.no = ?1 AND s.retired = 0
GROUP BY c.section_no ORDER BY c.section_no;
