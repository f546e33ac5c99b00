-- How the seats of a show stand, by section as drawn. $1 show_no int, $2 now bigint.
-- Rows: (section name, available, held, sold, blocked, revenue).
SELECT c.name,
    count(*) FILTER (WHERE s.status = 0 OR (s.status = 1 AND s.held_until <= $2::bigint)),
    count(*) FILTER (WHERE s.status = 1 AND s.held_until > $2::bigint),
    count(*) FILTER (WHERE s.status = 2), count(*) FILTER (WHERE s.status = 3),
    coalesce(sum(t.total), 0)::bigint
FROM loge.show AS w
JOIN loge.show_seat AS s ON s.show_no = w.no AND NOT s.retired
JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = s.seat_no
JOIN loge.hall_row AS r ON r.hall_no = h.hall_no AND r.row_no = h.row_no
JOIN loge.hall_section AS c ON c.hall_no = r.hall_no AND c.section_no = r.section_no
LEFT JOIN loge.ticket AS t ON s.status = 2 AND t.show_no = s.show_no AND t.seat_no = s.seat_no
    AND t.status = 0
WHERE w.no = $1
GROUP BY c.section_no, c.name ORDER BY c.section_no;
