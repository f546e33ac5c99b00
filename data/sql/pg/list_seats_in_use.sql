-- Seats of a hall that are held (not over) or sold in any show. $1 hall_no int, $2 now bigint.
-- Rows: (seat_no), ascending.
SELECT DISTINCT s.seat_no
FROM loge.show AS w JOIN loge.show_seat AS s ON s.show_no = w.no
WHERE w.hall_no = $1 AND NOT s.retired
    AND (s.status = :SEAT_SOLD OR (s.status = :SEAT_HELD AND s.held_until > $2::bigint))
ORDER BY s.seat_no;
