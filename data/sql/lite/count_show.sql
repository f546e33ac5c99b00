-- How the seats of a show stand. ?1 show_no int, ?2 now int.
-- Rows: one (available, held, sold, blocked); a held seat whose time is over is available.
SELECT coalesce(sum(status = :SEAT_AVAILABLE OR (status = :SEAT_HELD AND held_until <= ?2)), 0),
    coalesce(sum(status = :SEAT_HELD AND held_until > ?2), 0),
    coalesce(sum(status = :SEAT_SOLD), 0), coalesce(sum(status = :SEAT_BLOCKED), 0)
FROM show_seat WHERE show_no = ?1 AND retired = 0;
