-- name: add_show_seats store: lite
-- Gives one show the seats of its hall it does not have yet; house seats (flag 8) come blocked.
-- $1 show_no.
INSERT INTO show_seat (show_no, seat_no, status, version)
SELECT w.no, h.seat_no, CASE WHEN h.flags & 8 THEN :SEAT_BLOCKED ELSE :SEAT_AVAILABLE END, 1
FROM show AS w CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no
WHERE w.no = $1 AND h.retired = 0
ON CONFLICT (show_no, seat_no) DO NOTHING;

-- name: count_occupancy store: pg
-- Notes how full the open shows are in this minute. Rows: one (shows that were counted).
SELECT loge.count_occupancy();

-- name: count_sections store: pg
-- How the seats of a show stand, by section as drawn. $1 show_no int, $2 now bigint.
-- Rows: (section name, available, held, sold, blocked, revenue).
SELECT c.name,
    count(*) FILTER (WHERE s.status = :SEAT_AVAILABLE
        OR (s.status = :SEAT_HELD AND s.held_until <= $2::bigint)),
    count(*) FILTER (WHERE s.status = :SEAT_HELD AND s.held_until > $2::bigint),
    count(*) FILTER (WHERE s.status = :SEAT_SOLD), count(*) FILTER (WHERE s.status = :SEAT_BLOCKED),
    coalesce(sum(t.total), 0)::bigint
FROM loge.show AS w
JOIN loge.show_seat AS s ON s.show_no = w.no AND NOT s.retired
JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = s.seat_no
JOIN loge.hall_row AS r ON r.hall_no = h.hall_no AND r.row_no = h.row_no
JOIN loge.hall_section AS c ON c.hall_no = r.hall_no AND c.section_no = r.section_no
LEFT JOIN loge.ticket AS t ON s.status = :SEAT_SOLD AND t.show_no = s.show_no AND t.seat_no = s.seat_no
    AND t.status = :TICKET_VALID
WHERE w.no = $1
GROUP BY c.section_no, c.name ORDER BY c.section_no;

-- name: count_sections store: lite
-- How the seats of a show stand, by section as drawn. $1 show_no int, $2 now int.
-- Rows: (section name, available, held, sold, blocked, revenue).
SELECT c.name,
    sum(s.status = :SEAT_AVAILABLE OR (s.status = :SEAT_HELD AND s.held_until <= $2)),
    sum(s.status = :SEAT_HELD AND s.held_until > $2), sum(s.status = :SEAT_SOLD),
    sum(s.status = :SEAT_BLOCKED),
    coalesce(sum(t.total), 0)
FROM show AS w
CROSS JOIN show_seat AS s ON s.show_no = w.no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = s.seat_no
CROSS JOIN hall_row AS r ON r.hall_no = h.hall_no AND r.row_no = h.row_no
CROSS JOIN hall_section AS c ON c.hall_no = r.hall_no AND c.section_no = r.section_no
LEFT JOIN ticket AS t ON s.status = :SEAT_SOLD AND t.show_no = s.show_no AND t.seat_no = s.seat_no
    AND t.status = :TICKET_VALID
WHERE w.no = $1 AND s.retired = 0
GROUP BY c.section_no ORDER BY c.section_no;

-- name: count_show store: pg
-- How the seats of a show stand. $1 show_no int, $2 now bigint.
-- Rows: one (available, held, sold, blocked); a held seat whose time is over is available.
SELECT count(*) FILTER (WHERE status = :SEAT_AVAILABLE OR (status = :SEAT_HELD AND held_until <= $2::bigint)),
    count(*) FILTER (WHERE status = :SEAT_HELD AND held_until > $2::bigint),
    count(*) FILTER (WHERE status = :SEAT_SOLD), count(*) FILTER (WHERE status = :SEAT_BLOCKED)
FROM loge.show_seat WHERE show_no = $1 AND NOT retired;

-- name: count_show store: lite
-- How the seats of a show stand. $1 show_no int, $2 now int.
-- Rows: one (available, held, sold, blocked); a held seat whose time is over is available.
SELECT coalesce(sum(status = :SEAT_AVAILABLE OR (status = :SEAT_HELD AND held_until <= $2)), 0),
    coalesce(sum(status = :SEAT_HELD AND held_until > $2), 0),
    coalesce(sum(status = :SEAT_SOLD), 0), coalesce(sum(status = :SEAT_BLOCKED), 0)
FROM show_seat WHERE show_no = $1 AND retired = 0;

-- name: drop_packed_map store: lite
-- It does not show the show's seats any more. $1 show_no int.
DELETE FROM packed_map WHERE show_no = $1;

-- name: find_show
-- A show by its id. $1 id text. Rows: at most one show, with the id of its hall.
SELECT {columns show w}, h.id FROM loge.show AS w JOIN loge.hall AS h ON h.no = w.hall_no WHERE w.id = $1;

-- name: insert_show store: lite
-- A new show. {values show}, no 0: the next one; and $16 hall id. Changes one row, or none without the hall.
INSERT INTO show ({columns show})
SELECT {values show but no = nullif($1, 0); hall_no = h.no; version = 1} FROM hall AS h WHERE h.id = $16;

-- name: list_occupancy store: pg
-- $1 show int, $2 from, $3 until bigint (0: all), $4 so many rows are enough, bigint (0: each).
-- Rows: how full it was, by time; of those that are left out the next one stands for them.
WITH noted AS (
    SELECT o.at, o.available, o.held, o.sold, o.blocked
    FROM loge.occupancy AS o
    WHERE o.show_no = $1::integer AND o.at >= $2::bigint AND ($3::bigint = 0 OR o.at < $3::bigint)
), step AS (
    SELECT min(n.at) AS first, CASE WHEN $4::bigint = 0 THEN 1
        ELSE (max(n.at) - min(n.at)) / $4::bigint + 1 END AS ms
    FROM noted AS n
)
SELECT DISTINCT ON ((n.at - s.first) / s.ms) n.at, n.available, n.held, n.sold, n.blocked
FROM noted AS n CROSS JOIN step AS s
ORDER BY (n.at - s.first) / s.ms, n.at DESC;

-- name: list_prices
-- Prices of a show for each class of its hall. $1 show_no int.
-- Rows: (class_no, adult, child, senior, student, comp), NULL where the show names none.
SELECT c.class_no, p.adult, p.child, p.senior, p.student, p.comp
FROM loge.show AS w JOIN loge.hall_class AS c ON c.hall_no = w.hall_no
LEFT JOIN loge.price AS p ON p.show_no = w.no AND p.class_no = c.class_no
WHERE w.no = $1 ORDER BY c.class_no;

-- name: list_prices_of store: pg
-- Prices of a show for each class of its hall, as list_prices. $1 show id text.
-- Rows: (class_no, adult, child, senior, student, comp), NULL where the show names none.
SELECT c.class_no, p.adult, p.child, p.senior, p.student, p.comp
FROM loge.show AS w JOIN loge.hall_class AS c ON c.hall_no = w.hall_no
LEFT JOIN loge.price AS p ON p.show_no = w.no AND p.class_no = c.class_no
WHERE w.id = $1 ORDER BY c.class_no;

-- name: list_shows
-- Every show by start. Rows: shows, each with the id of its hall.
SELECT {columns show w}, h.id FROM loge.show AS w JOIN loge.hall AS h ON h.no = w.hall_no ORDER BY w.starts_at, w.no;

-- name: list_unpacked_shows store: lite
-- Shows that are not closed, in halls of at least $1 seats, whose map is not packed or was packed
-- before event $2; the oldest first, at most $3. Rows: (show_no).
SELECT w.no
FROM hall AS h CROSS JOIN show AS w ON w.hall_no = h.no
LEFT JOIN packed_map AS p ON p.show_no = w.no
WHERE h.seats >= $1 AND w.status <> :SHOW_CLOSED
    AND (p.show_version IS NOT w.version OR p.plan_version IS NOT h.plan_version
        OR p.last_event < $2)
ORDER BY p.last_event LIMIT $3;

-- name: put_packed_map store: lite
-- The packed map of a show, as it is now. $1 show_no int, $2 last_event int, $3 states blob.
-- Changes one row.
INSERT INTO packed_map (show_no, show_version, plan_version, last_event, states)
SELECT w.no, w.version, h.plan_version, $2, $3
FROM show AS w CROSS JOIN hall AS h ON h.no = w.hall_no WHERE w.no = $1
ON CONFLICT (show_no) DO UPDATE SET show_version = excluded.show_version,
    plan_version = excluded.plan_version, last_event = excluded.last_event,
    states = excluded.states;

-- name: put_price store: lite
-- The prices of one class. $1 show_no, $2 class_no, $3 adult, $4 child, $5 senior, $6 student,
-- $7 comp.
INSERT INTO price (show_no, class_no, adult, child, senior, student, comp)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (show_no, class_no) DO UPDATE SET adult = $3, child = $4, senior = $5, student = $6,
    comp = $7;

-- name: read_packed_map store: lite
-- How the seats of a show stood after an event not before $2, as bytes, if show and plan are as they
-- were. $1 show_no int, $2 event int. Rows: at most one (last_event, states blob).
SELECT p.last_event, p.states
FROM packed_map AS p CROSS JOIN show AS w ON w.no = p.show_no
CROSS JOIN hall AS h ON h.no = w.hall_no
WHERE p.show_no = $1 AND p.last_event >= $2 AND p.show_version = w.version
    AND p.plan_version = h.plan_version;

-- name: read_show
-- A show by its number. $1 show_no int. Rows: at most one show, with the id of its hall.
SELECT {columns show w}, h.id FROM loge.show AS w JOIN loge.hall AS h ON h.no = w.hall_no WHERE w.no = $1;

-- name: read_show_version store: lite
-- The version of a show's row. $1 show_no int. Rows: at most one (version).
SELECT version FROM show WHERE no = $1;

-- name: read_show_versions store: lite
-- What a cached map has to agree with. $1 show_no int. Rows: at most one (version, plan_version).
SELECT s.version, h.plan_version FROM show AS s JOIN hall AS h ON h.no = s.hall_no WHERE s.no = $1;

-- name: retire_show_seats store: lite
-- Hides the seats the changed plan drops in every show of the hall. $1 hall_no.
UPDATE show_seat SET retired = 1
WHERE show_no IN (SELECT no FROM show WHERE hall_no = $1)
    AND seat_no IN (SELECT seat_no FROM hall_seat WHERE hall_no = $1 AND retired = 2);

-- name: sum_revenue
-- What the valid tickets of a show come to. $1 show_no int. Rows: one (total int).
SELECT coalesce(sum(total), 0)::bigint FROM loge.ticket WHERE show_no = $1 AND status = :TICKET_VALID;

-- name: take_price store: lite
-- The prices of one class as the house has it. $1 show_no, $2 class_no, $3 adult, $4 child, $5
-- senior, $6 student, $7 comp.
INSERT OR REPLACE INTO price (show_no, class_no, adult, child, senior, student, comp)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: take_show store: lite
-- A show as the house has it. {values show}.
INSERT OR REPLACE INTO show ({columns show}) VALUES ({values show});

-- name: update_show store: lite
-- A show's next state; its hall stays. {values show}. Changes one row, or none.
UPDATE show SET {changes show $ but version = version + 1} WHERE no = $1 AND version = $2;
