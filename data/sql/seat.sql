-- name: close_claim store: lite
-- A hold leaves a seat. $1 hold_id blob, $2 seat_no int.
UPDATE claim SET live = 0 WHERE hold_id = $1 AND seat_no = $2;

-- name: close_swept_claims store: lite
-- Their holds have left them.
UPDATE claim SET live = 0
WHERE (hold_id, seat_no) IN (SELECT hold_id, seat_no FROM temp.sweep);

-- name: drop_claims store: lite
-- Seats a hold has no more. $1 hold_id.
DELETE FROM claim WHERE hold_id = $1 AND live = 0;

-- name: end_seat_claim store: lite
-- A seat is in no hold any more but this one. $1 show_no, $2 seat_no, $3 hold_id blob or NULL.
UPDATE claim SET live = 0
WHERE show_no = $1 AND seat_no = $2 AND live = 1 AND hold_id IS NOT $3;

-- name: find_dropped_in_use store: lite
-- Is a seat that the changed plan drops held (not over) or sold? $1 hall_no, $2 now. Rows: (1) or none.
SELECT 1
FROM hall_seat AS h
CROSS JOIN show AS w ON w.hall_no = h.hall_no
CROSS JOIN show_seat AS s ON s.show_no = w.no AND s.seat_no = h.seat_no
WHERE h.hall_no = $1 AND h.retired = 2
    AND (s.status = :SEAT_SOLD OR (s.status = :SEAT_HELD AND s.held_until > $2))
LIMIT 1;

-- name: find_live_claim store: lite
-- Does a hold still have a seat? $1 hold_id blob. Rows: none or one (1).
SELECT 1 FROM claim WHERE hold_id = $1 AND live = 1 LIMIT 1;

-- name: free_swept_seats store: lite
-- The seats picked become available.
UPDATE show_seat SET status = :SEAT_AVAILABLE, version = version + 1, holder = NULL, held_until = 0
WHERE (show_no, seat_no) IN (SELECT show_no, seat_no FROM temp.sweep);

-- name: list_digest store: pg
-- How the live seats of a show stand, as sums over blocks of 256 seat numbers (src/domain/digest.h).
-- $1 show_no int. Rows: (block int, sum bigint), ascending; blocks without a seat are left out.
SELECT s.seat_no / 256,
    sum((m.x * m.x % 2147483647 + s.seat_no) * (m.x * m.x % 2147483647 + s.seat_no)
        % 2147483647)::bigint
FROM loge.show_seat AS s,
    LATERAL (SELECT (s.seat_no * 2654435::bigint + s.version * 40503 + s.status * 97 + 12345)
        % 2147483647 AS x) AS m
WHERE s.show_no = $1 AND NOT s.retired
GROUP BY 1 ORDER BY 1;

-- name: list_fresh_seats store: pg
-- How live seats stand. $1 show_no int[], $2 seat_no int[]: pairs, in order, each once.
-- Rows: (show_no, seat_no, status, version, held_until, open_to, allotment, holder).
-- OFFSET 0 pins the order, as in list_seats_since.
SELECT s.show_no, s.seat_no, s.status, s.version, s.held_until, s.open_to, s.allotment, s.holder
FROM unnest($1::integer[], $2::integer[]) AS n (show_no, seat_no)
CROSS JOIN LATERAL (SELECT t.* FROM loge.show_seat AS t
    WHERE t.show_no = n.show_no AND t.seat_no = n.seat_no AND NOT t.retired OFFSET 0) AS s
ORDER BY s.show_no, s.seat_no;

-- name: list_seat_states store: pg
-- How the live seats of a show stand, from one number to another, in the order of the key. $1
-- show_no int, $2 first int, $3 last int.
-- Rows: (seat_no, status, version, held_until, open_to, allotment, holder).
SELECT seat_no, status, version, held_until, open_to, allotment, holder
FROM loge.show_seat
WHERE show_no = $1 AND seat_no BETWEEN $2 AND $3 AND NOT retired ORDER BY seat_no;

-- name: list_seat_states store: lite
-- How every live seat of a show stands, in the order of the key. $1 show_no int.
-- Rows: (seat_no, status, version, held_until, open_to, allotment, holder).
SELECT seat_no, status, version, held_until, open_to, allotment, holder
FROM show_seat WHERE show_no = $1 AND retired = 0 ORDER BY seat_no;

-- name: list_seats_in_use store: pg
-- Seats of a hall that are held (not over) or sold in any show. $1 hall_no int, $2 now bigint.
-- Rows: (seat_no), ascending.
SELECT DISTINCT s.seat_no
FROM loge.show AS w JOIN loge.show_seat AS s ON s.show_no = w.no
WHERE w.hall_no = $1 AND NOT s.retired
    AND (s.status = :SEAT_SOLD OR (s.status = :SEAT_HELD AND s.held_until > $2::bigint))
ORDER BY s.seat_no;

-- name: list_seats_in_use store: lite
-- Seats of a hall that are held (not over) or sold in any show. $1 hall_no int, $2 now int.
-- Rows: (seat_no), ascending.
SELECT DISTINCT s.seat_no
FROM show AS w CROSS JOIN show_seat AS s ON s.show_no = w.no
WHERE w.hall_no = $1 AND s.retired = 0
    AND (s.status = :SEAT_SOLD OR (s.status = :SEAT_HELD AND s.held_until > $2))
ORDER BY s.seat_no;

-- name: list_seats_since store: pg
-- The live seats of a show with an event after one, as they are now. $1 show_no int, $2 after bigint,
-- $3 limit int. Rows: (seat_no, status, version, held_until, open_to, allotment, holder).
-- OFFSET 0 pins the order: the log's end by its key, then each seat by its key. A planner without
-- statistics would join the whole show with its whole log.
SELECT s.seat_no, s.status, s.version, s.held_until, s.open_to, s.allotment, s.holder
FROM (SELECT DISTINCT n.seat_no
    FROM (SELECT e.show_no, e.seat_no FROM loge.event AS e
        WHERE e.id > $2::bigint ORDER BY e.id OFFSET 0) AS n
    WHERE n.show_no = $1::integer AND n.seat_no >= 0) AS c
CROSS JOIN LATERAL (SELECT t.* FROM loge.show_seat AS t
    WHERE t.show_no = $1::integer AND t.seat_no = c.seat_no AND NOT t.retired OFFSET 0) AS s
ORDER BY s.seat_no LIMIT $3::bigint;

-- name: list_seats_since store: lite
-- The live seats of a show with an event after one, as they are now. $1 show_no int, $2 after int,
-- $3 limit int. Rows: (seat_no, status, version, held_until, open_to, allotment, holder).
-- The + keeps the search on the log's end instead of on the show's whole history.
SELECT seat_no, status, version, held_until, open_to, allotment, holder
FROM show_seat
WHERE show_no = $1 AND retired = 0
    AND seat_no IN (SELECT seat_no FROM event
        WHERE id > $2 AND +show_no = $1 AND +seat_no >= 0)
ORDER BY seat_no LIMIT $3;

-- name: open_claim store: lite
-- A hold takes a seat. $1 hold_id blob, $2 seat_no int, $3 show_no int.
INSERT INTO claim (hold_id, seat_no, show_no, live) VALUES ($1, $2, $3, 1)
ON CONFLICT (hold_id, seat_no) DO UPDATE SET live = 1;

-- name: open_known_claim store: lite
-- A hold takes a seat, if it is known here yet. $1 hold_id blob, $2 seat_no int, $3 show_no int.
INSERT INTO claim (hold_id, seat_no, show_no, live) SELECT id, $2, $3, 1 FROM hold WHERE id = $1
ON CONFLICT (hold_id, seat_no) DO UPDATE SET live = 1;

-- name: put_seat_state store: lite
-- A seat exactly as it is, version and all.
-- $1 show_no int, $2 seat_no int, $3 status int, $4 version int, $5 held_until int, $6 open_to int,
-- $7 allotment int, $8 holder blob or NULL. Changes one row.
UPDATE show_seat SET status = $3, version = $4, held_until = $5, open_to = $6, allotment = $7,
    holder = $8
WHERE show_no = $1 AND seat_no = $2;

-- name: read_open_seats store: lite
-- Whether an open entry has changed any seat. Rows: one (bool).
SELECT EXISTS (SELECT 1 FROM till_seat WHERE show_no > 0);

-- name: read_seat
-- How a live seat stands. $1 show_no int, $2 seat_no int.
-- Rows: at most one (status, version, held_until, open_to, allotment, holder).
SELECT status, version, held_until, open_to, allotment, holder
FROM loge.show_seat WHERE show_no = $1 AND seat_no = $2 AND NOT retired;

-- name: take_claim store: lite
-- That a hold has or had a seat; whether it still has tells the seat. $1 hold_id, $2 seat_no,
-- $3 show_no.
INSERT INTO claim (hold_id, seat_no, show_no, live)
VALUES ($1, $2, $3, EXISTS (SELECT 1 FROM show_seat AS s
    WHERE s.show_no = $3 AND s.seat_no = $2 AND s.status = :SEAT_HELD AND s.holder = $1))
ON CONFLICT (hold_id, seat_no) DO UPDATE SET live = excluded.live;

-- name: take_state store: lite
-- A seat as the house has it, unless it is known to be later already. $1 show_no, $2 seat_no,
-- $3 status, $4 version, $5 holder blob or NULL, $6 held_until, $7 open_to, $8 allotment, $9 retired.
-- Changes one row, or none.
INSERT INTO show_seat (show_no, seat_no, status, version, holder, held_until, open_to, allotment,
    retired)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (show_no, seat_no) DO UPDATE SET status = $3, version = $4, holder = $5,
    held_until = $6, open_to = $7, allotment = $8, retired = $9
WHERE version <= $4;

-- name: update_seat store: lite
-- A seat's next state; its version was compared just before, in the same transaction.
-- $1 show_no int, $2 seat_no int, $3 status int, $4 held_until int, $5 open_to int,
-- $6 holder blob or NULL. Changes one row.
UPDATE show_seat SET status = $3, version = version + 1, held_until = $4, open_to = $5, holder = $6
WHERE show_no = $1 AND seat_no = $2;

-- name: walk_seats store: lite
-- Every seat of every show, retired ones too, in the order of the key.
-- Rows: (show_no, seat_no, status, version).
SELECT show_no, seat_no, status, version FROM show_seat ORDER BY show_no, seat_no;
