-- The tickets of a sale, oldest first. ?1 sale blob. Rows: tickets, see get_ticket().
SELECT t.sale, t.id, t.version, t.code, t.show_no, t.seat_no, t.status, t.type, t.class_no,
    t.generation, t.price, t.discount, t.fee, t.tax, t.total, t.sold_at, t.sold_by, t.till,
    t.ended_at, t.ended_by, t.ended_till, t.kept, t.late, h.label
FROM ticket AS t
CROSS JOIN show AS w ON w.no = t.show_no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
WHERE t.sale = ?1 ORDER BY t.generation, t.id;
