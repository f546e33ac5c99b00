-- How the seats of a show stand, by section as drawn. $1 show_no int, $2 now bigint.
-- Rows: (section name, available, held, sold, blocked, revenue).
SELECT c.name,
    count(*) FILTER (WHERE s.status = :SEAT_AVAILABLE
        OR (s.status = :SEAT_HELD AND s.held_until <= $2::bigint)),
    count(*) FILTER (WHERE s.status = :SEAT_HELD AND s.held_until > $2::bigint),
    count(*) FILTER (WHERE s.status = :SEAT_SOLD), count(*) FILTER (WHERE s.status = :SEAT_BLOCKED),
    coalesce(sum(t.total), 0)::bigint
FROM loge.show AS w
JOIN loge.show_seat AS s ON s.show_no = w.no AND NOT s.retired
JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = s.seat_no
JOIN loge.hall_row AS r ON r.hall_no = h.hall_no AND r.row_no = h.row_no
JOIN loge.hall_section AS c ON c.hall_no = r.hall_no AND c.section_no = r.section_no
LEFT JOIN loge.ticket AS t ON s.status = :SEAT_SOLD AND t.show_no = s.show_no AND t.seat_no = s.seat_no
    AND t.status = :TICKET_VALID
WHERE w.no = $1
GROUP BY c.section_no, c.name ORDER BY c.section_no;
