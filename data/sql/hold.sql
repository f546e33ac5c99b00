-- name: clear_sweep store: lite
-- Forgets the batch before.
DELETE FROM temp.sweep;

-- name: create_sweep store: lite
-- The seats one sweep frees; lives in memory, in this connection only.
CREATE TEMP TABLE IF NOT EXISTS sweep (
    show_no INTEGER NOT NULL,
    seat_no INTEGER NOT NULL,
    hold_id BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (show_no, seat_no)
) WITHOUT ROWID;

-- name: drop_hold store: lite
-- A hold the house does not have. $1 id.
DELETE FROM hold WHERE id = $1;

-- name: expire_hold store: lite
-- Closes an open hold that has no seat left. $1 hold_id blob, $2 now int.
UPDATE hold SET status = :HOLD_EXPIRED, ending = :END_TTL_EXPIRED, ended_at = $2, version = version + 1
WHERE id = $1 AND status IN (:HOLD_ACTIVE, :HOLD_PAYING)
    AND NOT EXISTS (SELECT 1 FROM claim WHERE hold_id = $1 AND live = 1);

-- name: expire_swept_holds store: lite
-- Holds of the batch that have no seat left are over. $1 now int. Changes: how many holds ended.
UPDATE hold SET status = :HOLD_EXPIRED, ending = :END_TTL_EXPIRED, ended_at = $1, version = version + 1
WHERE id IN (SELECT hold_id FROM temp.sweep)
    AND NOT EXISTS (SELECT 1 FROM claim WHERE hold_id = hold.id AND live = 1);

-- name: find_other_hold store: lite
-- Another hold of a new one's customer that is open and not over; an offer of the waiting list
-- (SOURCE_WAITLIST) is none. $1 show_no int, $2 now int, $3 email text, $4 the new hold's id blob.
-- Rows: none or one (1).
SELECT 1 FROM hold
WHERE status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND status = :HOLD_ACTIVE AND expires_at > $2 AND show_no = $1
    AND email = $3 COLLATE NOCASE AND source <> :SOURCE_WAITLIST AND id <> $4
LIMIT 1;

-- name: hold_seats store: pg
-- Available seats into one new hold; the parameters of loge.hold_seats in their order.
-- Rows: one (bigint: see data/schema/pg/code/apply.sql).
SELECT loge.hold_seats($1::integer, ROW($2::uuid, $3::bytea, :ACT_HOLD::smallint, $4::text, $5::text,
        $6::smallint, '', $7::text, $8::text, $9::text, $16::text, $17::text, $18::bytea)::loge.act,
    $10::bigint, $11::integer[], $12::bigint[], $13::integer[], ($14::loge.hold_row[])[1], $15::boolean);

-- name: hold_seats_at_once store: pg
-- As hold_seats, waiting for nobody: of a seat that somebody else has locked only its number comes
-- back, with ANSWER_BUSY (see loge.busy_seat in data/schema/pg/code/hold.sql).
-- Rows: one (bigint, integer or NULL).
SELECT CASE WHEN b.seat IS NULL
    THEN loge.hold_seats($1::integer, ROW($2::uuid, $3::bytea, :ACT_HOLD::smallint, $4::text, $5::text,
            $6::smallint, '', $7::text, $8::text, $9::text, $16::text, $17::text, $18::bytea)::loge.act,
        $10::bigint, $11::integer[], $12::bigint[], $13::integer[], ($14::loge.hold_row[])[1], $15::boolean)
    ELSE :ANSWER_BUSY END, b.seat
FROM (SELECT loge.busy_seat((($14::loge.hold_row[])[1]).show_no, $11) AS seat OFFSET 0) AS b;

-- name: insert_hold store: lite
-- A new hold. Parameters: the row ($2, the version seen, is for update_hold).
INSERT INTO hold ({columns hold})
VALUES ({values hold but version = 1});

-- name: list_hold_seats store: pg
-- The seats that holds have or had, as drawn. $1 hold_ids uuid[].
-- Rows: (which id, from 1, seat_no, live, version, class_no, label), by id in the order of $1.
-- OFFSET 0 pins the order, as in list_seats_since.
SELECT r.n, c.seat_no, c.live, s.version, h.class_no, h.label
FROM unnest($1::uuid[]) WITH ORDINALITY AS r (id, n)
CROSS JOIN LATERAL (SELECT m.seat_no, m.show_no, m.live FROM loge.claim AS m
    WHERE m.hold_id = r.id OFFSET 0) AS c
CROSS JOIN LATERAL (SELECT t.version FROM loge.show_seat AS t
    WHERE t.show_no = c.show_no AND t.seat_no = c.seat_no OFFSET 0) AS s
CROSS JOIN LATERAL (SELECT g.pos, g.class_no, g.label FROM loge.hall_seat AS g
    WHERE g.hall_no = (SELECT w.hall_no FROM loge.show AS w WHERE w.no = c.show_no)
        AND g.seat_no = c.seat_no OFFSET 0) AS h
ORDER BY r.n, h.pos, c.seat_no;

-- name: list_hold_seats store: lite
-- The seats a hold has or had, as drawn. $1 hold_id blob.
-- Rows: (seat_no, live, version, class_no, label).
SELECT c.seat_no, c.live, s.version, h.class_no, h.label
FROM claim AS c
CROSS JOIN show AS w ON w.no = c.show_no
CROSS JOIN show_seat AS s ON s.show_no = c.show_no AND s.seat_no = c.seat_no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = c.seat_no
WHERE c.hold_id = $1 ORDER BY h.pos, c.seat_no;

-- name: list_holds store: pg
-- Holds, newest first. $1 show_no int or 0, $2 holder text or '', $3 till text or '',
-- $4 email text or '', $5 limit int (-1: all). Rows: holds.
SELECT {columns hold}
FROM loge.hold
WHERE ($1 = 0 OR show_no = $1) AND ($2 = '' OR holder = $2) AND ($3 = '' OR till = $3)
    AND ($4 = '' OR lower(email) = lower($4))
ORDER BY created_at DESC, id DESC LIMIT nullif($5::bigint, -1);

-- name: list_holds store: lite
-- Holds, newest first. $1 show_no int or 0, $2 holder text or '', $3 till text or '',
-- $4 email text or '', $5 limit int (-1: all). Rows: holds.
SELECT {columns hold}
FROM hold
WHERE ($1 = 0 OR show_no = $1) AND ($2 = '' OR holder = $2) AND ($3 = '' OR till = $3)
    AND ($4 = '' OR email = $4 COLLATE NOCASE)
ORDER BY created_at DESC, id DESC LIMIT $5;

-- name: list_open_holds store: pg
-- Holds that are open and not over, by when they end. $1 show_no int or 0, $2 holder text or '',
-- $3 till text or '', $4 email text or '', $5 limit int (-1: all), $6 now int.
-- Rows: holds.
SELECT {columns hold}
FROM loge.hold
WHERE status IN (:HOLD_ACTIVE, :HOLD_PAYING)
    AND (expires_at > $6::bigint OR (status = :HOLD_PAYING AND paying_until > $6::bigint))
    AND ($1 = 0 OR show_no = $1) AND ($2 = '' OR holder = $2) AND ($3 = '' OR till = $3)
    AND ($4 = '' OR lower(email) = lower($4))
ORDER BY expires_at, id LIMIT nullif($5::bigint, -1);

-- name: list_open_holds store: lite
-- Holds that are open and not over, by when they end. $1 show_no int or 0, $2 holder text or '',
-- $3 till text or '', $4 email text or '', $5 limit int (-1: all), $6 now int.
-- Rows: holds.
SELECT {columns hold}
FROM hold
WHERE status IN (:HOLD_ACTIVE, :HOLD_PAYING)
    AND (expires_at > $6 OR (status = :HOLD_PAYING AND paying_until > $6))
    AND ($1 = 0 OR show_no = $1) AND ($2 = '' OR holder = $2) AND ($3 = '' OR till = $3)
    AND ($4 = '' OR email = $4 COLLATE NOCASE)
ORDER BY expires_at, id LIMIT $5;

-- name: log_sweep store: lite
-- One line of the log for each seat picked. $1 now, $2 act, $3 actor, $4 till, $5 role.
INSERT INTO event ({columns event})
SELECT {values of event but at = $1; act = $2; actor = $3; till = $4; role = $5; show_no = w.show_no;
    seat_no = w.seat_no; version = s.version + 1; was = s.status; became = :SEAT_AVAILABLE;
    subject = w.hold_id; held_ms = max(0, $1 - w.created_at)}
FROM temp.sweep AS w
CROSS JOIN show_seat AS s ON s.show_no = w.show_no AND s.seat_no = w.seat_no
ORDER BY w.show_no, w.seat_no;

-- name: next_expiry store: pg
-- Rows: one: when the next open hold is over (0: nothing is held), and the house's clock.
SELECT coalesce((SELECT h.expires_at FROM loge.hold AS h WHERE h.status IN (:HOLD_ACTIVE, :HOLD_PAYING)
    ORDER BY h.expires_at LIMIT 1), 0), loge.now_ms();

-- name: pick_sweep store: lite
-- Picks seats of holds that are over, longest over first. $1 now int, $2 limit int.
INSERT INTO temp.sweep (show_no, seat_no, hold_id, created_at)
SELECT c.show_no, c.seat_no, h.id, h.created_at
FROM hold AS h CROSS JOIN claim AS c ON c.hold_id = h.id AND c.live = 1
WHERE h.status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND h.expires_at <= $1
    AND (h.status = :HOLD_ACTIVE OR h.paying_until <= $1)
ORDER BY h.expires_at LIMIT $2;

-- name: read_hold
-- A hold. $1 id uuid. Rows: at most one hold.
SELECT {columns hold}
FROM loge.hold WHERE id = $1;

-- name: read_hold_start store: lite
-- When a hold began. $1 hold_id blob. Rows: at most one (created_at int).
SELECT created_at FROM hold WHERE id = $1;

-- name: sweep_holds store: pg
-- Frees seats of holds that are over. $1 actor, $2 role, $3 until bigint, $4 limit int, $5 what the key of the
-- till gives.
-- Rows: one (holds, seats, freed bytea: show int4, number int4, version int8 of each, in order;
-- the server's clock).
SELECT holds, seats, freed, loge.now_ms() FROM loge.sweep($1, $2::smallint, $3::bigint, $4::integer, $5);

-- name: take_hold store: lite
-- A hold as the house has it. Parameters: the row.
INSERT OR REPLACE INTO hold ({columns hold})
VALUES ({values hold});

-- name: update_hold store: lite
-- A hold's next state. Parameters: the row, with the version seen, and the act. Changes one row,
-- or none.
UPDATE hold SET {changes hold $ but version = version + 1}
WHERE id = $1 AND version = $2
    AND {steps hold status; $act; $status};

-- name: wipe_holds store: lite
-- As wipe_customers. No parameters.
UPDATE hold SET email = '' WHERE email <> '';
