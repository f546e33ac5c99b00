-- How the seats of a show stand, by section as drawn. ?1 show_no int, ?2 now int.
-- Rows: (section name, available, held, sold, blocked, revenue).
SELECT c.name,
    sum(s.status = 0 OR (s.status = 1 AND s.held_until <= ?2)),
    sum(s.status = 1 AND s.held_until > ?2), sum(s.status = 2), sum(s.status = 3),
    coalesce(sum(t.total), 0)
FROM show AS w
CROSS JOIN show_seat AS s ON s.show_no = w.no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = s.seat_no
CROSS JOIN hall_row AS r ON r.hall_no = h.hall_no AND r.row_no = h.row_no
CROSS JOIN hall_section AS c ON c.hall_no = r.hall_no AND c.section_no = r.section_no
LEFT JOIN ticket AS t ON s.status = 2 AND t.show_no = s.show_no AND t.seat_no = s.seat_no
    AND t.status = 0
WHERE w.no = ?1 AND s.retired = 0
GROUP BY c.section_no ORDER BY c.section_no;
