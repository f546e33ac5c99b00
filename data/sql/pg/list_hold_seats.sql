-- The seats that holds have or had, as drawn. $1 hold_ids uuid[].
-- Rows: (which id, from 1, seat_no, live, version, class_no, label), by id in the order of $1.
-- OFFSET 0 pins the order, as in list_seats_since.
SELECT r.n, c.seat_no, c.live, s.version, h.class_no, h.label
FROM unnest($1::uuid[]) WITH ORDINALITY AS r (id, n)
CROSS JOIN LATERAL (SELECT m.seat_no, m.show_no, m.live FROM loge.claim AS m
    WHERE m.hold_id = r.id OFFSET 0) AS c
CROSS JOIN LATERAL (SELECT t.version FROM loge.show_seat AS t
    WHERE t.show_no = c.show_no AND t.seat_no = c.seat_no OFFSET 0) AS s
CROSS JOIN LATERAL (SELECT g.pos, g.class_no, g.label FROM loge.hall_seat AS g
    WHERE g.hall_no = (SELECT w.hall_no FROM loge.show AS w WHERE w.no = c.show_no)
        AND g.seat_no = c.seat_no OFFSET 0) AS h
ORDER BY r.n, h.pos, c.seat_no;
