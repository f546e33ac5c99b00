-- The seats of one row as drawn, and how they stand. ?1 show_no int, ?2 hall_no int, ?3 row_no int.
-- Rows: (pos, seat_no, row_no, cell, x, y, class_no, flags, number, guid,
-- status, version, held_until, open_to, allotment, holder); status NULL: not in this show.
SELECT h.pos, h.seat_no, h.row_no, h.cell, h.x, h.y, h.class_no, h.flags, h.number, h.guid,
    s.status, s.version, s.held_until, s.open_to, s.allotment, s.holder
FROM hall_seat AS h LEFT JOIN show_seat AS s ON s.show_no = ?1 AND s.seat_no = h.seat_no
WHERE h.hall_no = ?2 AND h.row_no = ?3 AND h.retired = 0 ORDER BY h.pos;
