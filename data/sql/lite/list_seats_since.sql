-- The live seats of a show with an event after one, as they are now. ?1 show_no int, ?2 after int,
-- ?3 limit int. Rows: (seat_no, status, version, held_until, open_to, allotment, holder).
-- The + keeps the search on the log's end instead of on the show's whole history.
SELECT seat_no, status, version, held_until, open_to, allotment, holder
FROM show_seat
WHERE show_no = ?1 AND retired = 0
    AND seat_no IN (SELECT seat_no FROM event
        WHERE id > ?2 AND +show_no = ?1 AND +seat_no >= 0)
ORDER BY seat_no LIMIT ?3;
