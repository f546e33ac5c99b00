-- The seats of some rows as drawn, and how they stand. $1 show_no int, $2 hall_no int,
-- $3 row_no int[], each once. Rows: (pos, seat_no, row_no, cell, x, y, class_no, flags, number, guid,
-- status, version, held_until, open_to, allotment, holder); status NULL: not in this show.
-- OFFSET 0 pins the order, as in list_seats_since.
SELECT h.pos, h.seat_no, h.row_no, h.cell, h.x, h.y, h.class_no, h.flags, h.number, h.guid,
    s.status, s.version, s.held_until, s.open_to, s.allotment, s.holder
FROM unnest($3::integer[]) AS r (row_no)
CROSS JOIN LATERAL (SELECT g.* FROM loge.hall_seat AS g
    WHERE g.hall_no = $2 AND g.row_no = r.row_no AND g.retired = 0 ORDER BY g.pos OFFSET 0) AS h
LEFT JOIN LATERAL (SELECT t.* FROM loge.show_seat AS t
    WHERE t.show_no = $1 AND t.seat_no = h.seat_no OFFSET 0) AS s ON true
ORDER BY h.pos;
