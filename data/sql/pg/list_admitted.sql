-- Seats whose people were let in. $1 show_no integer. Rows: seat_no, in order. By those who came:
-- before the doors open they are few and the tickets many.
SELECT t.seat_no
FROM loge.admission AS a
    JOIN loge.ticket AS t ON t.house = a.house AND t.id = a.ticket
WHERE a.show_no = $1 AND a.entries > 0 AND t.show_no = $1 AND t.status = :TICKET_VALID
ORDER BY t.seat_no;
