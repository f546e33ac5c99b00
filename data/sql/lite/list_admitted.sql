-- Seats whose people were let in. ?1 show_no. Rows: seat_no, in order.
SELECT t.seat_no
FROM ticket AS t
WHERE t.show_no = ?1 AND t.status = 0
    AND EXISTS (SELECT 1 FROM admission AS a WHERE a.ticket = t.id AND a.entries > 0)
ORDER BY t.seat_no;
