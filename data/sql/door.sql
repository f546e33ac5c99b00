-- name: apply_checkin store: pg
-- An act about a bag at the door; the parameters of loge.apply_checkin in their order. ANSWER_OTHER_SHOW when
-- a show that was seen ($16, at version $17) has changed.
-- Rows: one (bigint: see data/schema/pg/code/apply.sql).
SELECT CASE WHEN EXISTS (SELECT FROM unnest($16::integer[], $17::bigint[]) AS g (no, seen)
        LEFT JOIN loge.show AS w ON w.no = g.no WHERE w.version IS DISTINCT FROM g.seen)
    THEN :ANSWER_OTHER_SHOW
    ELSE loge.apply_checkin($1::integer, ROW($2::uuid, $3::bytea, $4::smallint, $5::text, $6::text, $7::smallint,
            $8::text, $9::text, $10::text, $11::text, $18::text, $19::text, $20::bytea)::loge.act, $12::loge.checkin_row[], $13::loge.shift_row[], $14::loge.voucher_row[],
        $15::loge.note_row[])
    END;

-- name: apply_door store: pg
-- An act of the door; the parameters of loge.apply_door in their order. ANSWER_OTHER_SHOW when a show that was
-- seen ($16, at version $17) has changed.
-- Rows: one (bigint: see data/schema/pg/code/apply.sql).
SELECT CASE WHEN EXISTS (SELECT FROM unnest($16::integer[], $17::bigint[]) AS g (no, seen)
        LEFT JOIN loge.show AS w ON w.no = g.no WHERE w.version IS DISTINCT FROM g.seen)
    THEN :ANSWER_OTHER_SHOW
    ELSE loge.apply_door($1::integer, ROW($2::uuid, $3::bytea, $4::smallint, $5::text, $6::text, $7::smallint,
            $8::text, $9::text, $10::text, $11::text, $18::text, $19::text, $20::bytea)::loge.act, $12::loge.key_row[], $13::loge.admission_row[], $14::loge.scan_row[],
        $15::loge.note_row[])
    END;

-- name: approve_checkin store: pg
-- Signs for an act about a bag; the first parameters of apply_checkin, and ($16) what the key of its till gives.
SELECT loge.approve($1::integer, ROW($2::uuid, $3::bytea, $4::smallint, $5::text, $6::text, $7::smallint, $8::text,
        $9::text, $10::text, $11::text, '', '', $16::bytea)::loge.act,
    ROW($12::loge.checkin_row[], $13::loge.shift_row[], $14::loge.voucher_row[], $15::loge.note_row[])::text);

-- name: approve_door store: pg
-- Signs for an act of the door; the first parameters of apply_door, and ($16) what the key of its till gives.
SELECT loge.approve($1::integer, ROW($2::uuid, $3::bytea, $4::smallint, $5::text, $6::text, $7::smallint, $8::text,
        $9::text, $10::text, $11::text, '', '', $16::bytea)::loge.act,
    ROW($12::loge.key_row[], $13::loge.admission_row[], $14::loge.scan_row[], $15::loge.note_row[])::text);

-- name: count_door
-- A show's door in figures. $1 show_no integer. Rows: one: tickets that are valid, those in, those
-- that were ever let in, scans that were refused.
SELECT (SELECT count(*) FROM loge.ticket WHERE show_no = $1 AND status = :TICKET_VALID),
    (SELECT count(*) FROM loge.admission WHERE show_no = $1 AND inside AND entries > 0),
    (SELECT count(*) FROM loge.admission WHERE show_no = $1 AND entries > 0),
    (SELECT count(*) FROM loge.scan WHERE show_no = $1 AND code > :DOOR_LIST_OLD);

-- name: drop_admission store: lite
-- A ticket that was at no door. $1 ticket.
DELETE FROM admission WHERE ticket = $1;

-- name: drop_checkins store: lite
-- The bags of a ticket. $1 ticket.
DELETE FROM checkin WHERE ticket = $1;

-- name: insert_admission store: lite
-- A ticket that comes to a door for the first time. Parameters: the row ($2, the version seen, is for update_admission).
INSERT INTO admission ({columns admission})
VALUES ({values admission but version = 1});

-- name: insert_checkin store: lite
-- A bag that is weighed for the first time. Parameters: the row ($2, the version seen, is for update_checkin).
INSERT INTO checkin ({columns checkin})
VALUES ({values checkin but version = 1});

-- name: insert_ticket_key store: lite
-- A new key; without an id it gets the next one. Parameters: the row ($2, the version seen, is for
-- update_ticket_key).
INSERT INTO ticket_key ({columns ticket_key})
VALUES ({values ticket_key but version = 1});

-- name: insert_scan store: lite
-- A scan. Parameters: the row.
INSERT INTO scan ({columns scan}) VALUES ({values scan});

-- name: list_admitted store: pg
-- Seats whose people were let in. $1 show_no integer. Rows: seat_no, in order. By those who came:
-- before the doors open they are few and the tickets many.
SELECT t.seat_no
FROM loge.admission AS a
    JOIN loge.ticket AS t ON t.house = a.house AND t.id = a.ticket
WHERE a.show_no = $1 AND a.entries > 0 AND t.show_no = $1 AND t.status = :TICKET_VALID
ORDER BY t.seat_no;

-- name: list_admitted store: lite
-- Seats whose people were let in. $1 show_no. Rows: seat_no, in order. By those who came: before the
-- doors open they are few and the tickets many.
SELECT t.seat_no
FROM admission AS a
CROSS JOIN ticket AS t ON t.id = a.ticket
WHERE a.show_no = $1 AND a.entries > 0 AND t.show_no = $1 AND t.status = :TICKET_VALID
ORDER BY t.seat_no;

-- name: list_keys
-- The keys tickets are signed with. Rows: keys.
SELECT {columns ticket_key}
FROM loge.ticket_key ORDER BY id;

-- name: list_scans
-- The last scans of a show, newest first. $1 show_no integer, $2 limit bigint.
-- Rows: scans.
SELECT {columns scan}
FROM loge.scan WHERE show_no = $1 ORDER BY id DESC LIMIT $2;

-- name: read_admission
-- What a ticket did at doors. $1 ticket uuid. Rows: at most one: admissions.
SELECT {columns admission}
FROM loge.admission WHERE ticket = $1;

-- name: read_checkin
-- The newest check-in of a ticket. $1 ticket uuid. Rows: at most one: check-ins.
SELECT {columns checkin}
FROM loge.checkin WHERE ticket = $1 ORDER BY entry DESC LIMIT 1;

-- name: take_admission store: lite
-- A ticket at a door as the house has it. Parameters: the row.
INSERT OR REPLACE INTO admission ({columns admission})
VALUES ({values admission});

-- name: take_checkin store: lite
-- A check-in as the house has it. Parameters: the row.
INSERT OR REPLACE INTO checkin ({columns checkin})
VALUES ({values checkin});

-- name: take_key store: lite
-- A key as the house has it. Parameters: the row.
INSERT OR REPLACE INTO ticket_key ({columns ticket_key})
VALUES ({values ticket_key});

-- name: take_scan store: lite
-- A scan as the house has it. Parameters: the row.
INSERT OR IGNORE INTO scan ({columns scan})
VALUES ({values scan});

-- name: update_admission store: lite
-- A ticket comes or goes. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE admission SET {changes admission $ but version = version + 1}
WHERE ticket = $1 AND version = $2;

-- name: update_checkin store: lite
-- A bag is weighed again, paid for or given up. Parameters: the row, with the version seen, and the act.
-- Changes one row; none when another version is there, or when its shift is closed meanwhile.
UPDATE checkin SET {changes checkin $ but version = version + 1}
WHERE ticket = $1 AND entry = $3 AND show_no = $4 AND version = $2
    AND ($15 IS NULL OR EXISTS (SELECT 1 FROM shift WHERE id = $15 AND closed_at = 0))
    AND {steps checkin status; $act; $status};

-- name: update_ticket_key store: lite
-- When a key ended, and which products it admits. Parameters: the row, with the version seen. Changes
-- one row, or none.
UPDATE ticket_key SET {changes ticket_key $ but version = version + 1}
WHERE id = $1 AND version = $2 AND public = $5;
