-- How the seats of a show stand. $1 show_no int, $2 now bigint.
-- Rows: one (available, held, sold, blocked); a held seat whose time is over is available.
SELECT count(*) FILTER (WHERE status = :SEAT_AVAILABLE OR (status = :SEAT_HELD AND held_until <= $2::bigint)),
    count(*) FILTER (WHERE status = :SEAT_HELD AND held_until > $2::bigint),
    count(*) FILTER (WHERE status = :SEAT_SOLD), count(*) FILTER (WHERE status = :SEAT_BLOCKED)
FROM loge.show_seat WHERE show_no = $1 AND NOT retired;
