-- How the seats of a show stand. $1 show_no int, $2 now bigint.
-- Rows: one (available, held, sold, blocked); a held seat whose time is over is available.
SELECT count(*) FILTER (WHERE status = 0 OR (status = 1 AND held_until <= $2::bigint)),
    count(*) FILTER (WHERE status = 1 AND held_until > $2::bigint),
    count(*) FILTER (WHERE status = 2), count(*) FILTER (WHERE status = 3)
FROM loge.show_seat WHERE show_no = $1 AND NOT retired;
