-- The tickets of a sale, oldest first. $1 sale uuid. Rows: tickets, see get_ticket().
SELECT t.sale, t.id, t.version, t.code, t.show_no, t.seat_no, t.status, t.type, t.class_no,
    t.generation, t.price, t.discount, t.fee, t.tax, t.total, h.label
FROM loge.ticket AS t
JOIN loge.show AS w ON w.no = t.show_no
JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
WHERE t.sale = $1 ORDER BY t.generation, t.id;
