-- name: count_till store: pg
-- Adds what a till has counted since. $1 what its key gives, $2 series, apart by blanks, $3 how many more of
-- each, the same way. Rows: one, of nothing.
SELECT loge.count_till($1, string_to_array($2, ' '), string_to_array($3, ' ')::bigint[]);

-- name: drop_till_seat store: lite
-- No entry of the seat is open any more. $1 show_no int, $2 seat_no int.
DELETE FROM till_seat WHERE show_no = $1 AND seat_no = $2;

-- name: enrol_till store: pg
-- A till that keeps a journal: $1 device, $2 till, $3 public key, $4 proof. Rows: one (uuid of the
-- house, the till's number).
SELECT * FROM sync2.enrol($1::uuid, $2, $3::bytea, $4::bytea);

-- name: enrol_first_till store: pg
-- The same by whoever set the house up: $1 house int, then as enrol_till.
SELECT * FROM loge.enrol_first($1::integer, $2::uuid, $3, $4::bytea, $5::bytea);

-- name: join_till store: pg
-- A till becomes part of the house. $1 house int (for a founder), $2 till text,
-- $3 public key bytea or NULL.
SELECT loge.join_till($1::integer, $2, $3);

-- name: lend_seats store: pg
-- Seats for a till alone: $1 its device, $2 its proof (a supervisor needs none), $3 shows, $4 seats.
-- Rows: one (how many).
SELECT loge.lend($1::uuid, $2::bytea, $3::integer[], $4::integer[]);

-- name: list_lent store: pg
-- Seats lent to a till: $1 its device. Rows: (show, seat, label, status).
SELECT r.show_no, r.seat_no, h.label, t.status
FROM loge.lent AS r
JOIN loge.show AS w ON w.house = r.house AND w.no = r.show_no
JOIN loge.hall_seat AS h ON h.house = r.house AND h.hall_no = w.hall_no AND h.seat_no = r.seat_no
JOIN loge.show_seat AS t ON t.house = r.house AND t.show_no = r.show_no AND t.seat_no = r.seat_no
WHERE r.device = $1::uuid
ORDER BY r.show_no, h.pos;

-- name: list_loan_rules store: pg
-- Rules about what is lent to a till: $1 its device. Rows: (show's id, '' all; section, '' all; seats).
SELECT coalesce(w.id, ''), r.section, r.seats
FROM loge.loan_rule AS r
LEFT JOIN loge.show AS w ON w.house = r.house AND w.no = r.show_no
WHERE r.device = $1::uuid
ORDER BY r.show_no, r.section;

-- name: list_loans store: pg
-- What its rules give a till ($1 its device) in shows that began less than $2 ms ago or later, and the
-- shows of which it has seats. Rows: (its journal's last entry, none may be lent to it, now, show, status, start, section,
-- seats by the rule or 0: it has some, free seats of those that it has).
SELECT j.last_seq, j.recall OR j.quarantine <> :QUARANTINE_NONE, loge.now_ms(), w.no, w.status, w.starts_at, q.section,
    q.seats, (SELECT count(*)
        FROM loge.lent AS n
        JOIN loge.show_seat AS t ON t.house = n.house AND t.show_no = n.show_no
            AND t.seat_no = n.seat_no AND t.status = :SEAT_AVAILABLE
        JOIN loge.hall_seat AS h ON h.house = n.house AND h.hall_no = w.hall_no
            AND h.seat_no = n.seat_no
        JOIN loge.hall_row AS i ON i.house = n.house AND i.hall_no = w.hall_no
            AND i.row_no = h.row_no
        JOIN loge.hall_section AS s ON s.house = n.house AND s.hall_no = w.hall_no
            AND s.section_no = i.section_no
        WHERE n.house = j.house AND n.device = j.device AND n.show_no = w.no
            AND q.section IN ('', s.name))
FROM loge.journal AS j
JOIN loge.loan_rule AS q ON q.house = j.house AND q.device = j.device
JOIN loge.show AS w ON w.house = q.house AND q.show_no IN (0, w.no) AND w.status = :SHOW_OPEN
    AND w.starts_at >= loge.now_ms() - $2::bigint
WHERE j.device = $1::uuid
UNION ALL
SELECT j.last_seq, j.recall OR j.quarantine <> :QUARANTINE_NONE, loge.now_ms(), w.no, w.status, w.starts_at, '', 0, 0
FROM loge.journal AS j
JOIN (SELECT DISTINCT n.house, n.device, n.show_no FROM loge.lent AS n WHERE n.device = $1::uuid) AS n
    ON n.house = j.house AND n.device = j.device
JOIN loge.show AS w ON w.house = n.house AND w.no = n.show_no
WHERE j.device = $1::uuid
ORDER BY 4, 8, 7;

-- name: list_till_counts store: pg
-- What tills have counted. Rows: (till, series, value), those of a series together.
SELECT c.till, c.series, c.value FROM loge.till_count AS c ORDER BY c.series COLLATE "C", c.till;

-- name: list_tills store: pg
-- Tills that keep a journal. Rows: (device, till, number, quarantine, recall, entries, heard, seats
-- lent, conflicts to decide).
SELECT j.device, j.till, j.no, j.quarantine, j.recall, j.last_seq, j.heard_at,
    (SELECT count(*) FROM loge.lent AS r WHERE r.house = j.house AND r.device = j.device),
    (SELECT count(*) FROM loge.conflict AS c WHERE c.house = j.house AND c.device = j.device
        AND c.outcome = :CONFLICT_OPEN)
FROM loge.journal AS j
ORDER BY j.no;

-- name: put_till_meta store: lite
-- $1 device blob, $2 till int, $3 epoch int, $4 start_seq int, $5 head_seq int, $6 start_hash blob,
-- $7 head_hash blob, $8 first_open int, $9 cursor int, $10 lease_boot blob or NULL,
-- $11 lease_ends int, $12 giving_back int, $13 give_back_through int, $14 shut_out int,
-- $15 shut_out_why int, $16 shut_out_at int.
INSERT OR REPLACE INTO till_meta (one, device, till, epoch, start_seq, head_seq, start_hash,
    head_hash, first_open, cursor, lease_boot, lease_ends, giving_back, give_back_through,
    shut_out, shut_out_why, shut_out_at)
VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- name: put_till_replica store: lite
-- $1 event, $2 step, $3 at, $4 key blob or NULL, $5 until, $6 ready, $7 listed, $8 days, $9 settled,
-- $10 boot blob, $11 mono, $12 wall, $13 house, $14 doubt.
INSERT OR REPLACE INTO till_replica (one, event, step, at, key, until, ready, listed, days, settled,
    boot, mono, wall, house, doubt)
VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);

-- name: put_till_seat store: lite
-- How the house has a seat, behind an open entry.
-- $1 show_no int, $2 seat_no int, $3 tip int, $4 status int, $5 version int, $6 held_until int,
-- $7 open_to int, $8 allotment int, $9 holder blob or NULL.
INSERT INTO till_seat (show_no, seat_no, tip, status, version, held_until, open_to, allotment, holder)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (show_no, seat_no) DO UPDATE SET tip = $3, status = $4, version = $5, held_until = $6,
    open_to = $7, allotment = $8, holder = $9;

-- name: put_till_terms store: lite
-- $1 show_no int, $2 terms int.
INSERT INTO till_show (show_no, terms) VALUES ($1, $2)
ON CONFLICT (show_no) DO UPDATE SET terms = $2 WHERE terms <> $2;

-- name: raise_till_cursor store: lite
-- The house's events are known up to this one. $1 event. Changes one row, or none.
UPDATE till_meta SET cursor = $1 WHERE one = 1 AND cursor < $1;

-- name: read_till_meta store: lite
-- What a till remembers of itself. Rows: at most one, columns as in put_till_meta.
SELECT device, till, epoch, start_seq, head_seq, start_hash, head_hash, first_open, cursor,
    lease_boot, lease_ends, giving_back, give_back_through, shut_out, shut_out_why, shut_out_at
FROM till_meta WHERE one = 1;

-- name: read_till_number store: pg
-- The number by which seats are lent to a till. $1 device uuid. Rows: none or one (smallint).
SELECT no FROM loge.journal WHERE device = $1;

-- name: read_till_replica store: lite
-- Rows: at most one (event, step, at, key, until, ready, listed, days, settled, boot, mono, wall,
-- house, doubt, at of the journal's last entry or 0, the house's list_ms and list_scanner).
SELECT event, step, at, key, until, ready, listed, days, settled, boot, mono, wall, house, doubt,
    coalesce((SELECT e.at FROM entry AS e WHERE e.seq = (SELECT max(seq) FROM entry)), 0),
    o.list_ms, o.list_scanner
FROM till_replica AS r
JOIN house AS o ON o.only = 1
WHERE r.one = 1;

-- name: read_till_seat store: lite
-- A seat with an open entry, as the house had it. $1 show_no int, $2 seat_no int.
-- Rows: at most one (status, version, held_until, open_to, allotment, holder, tip).
SELECT status, version, held_until, open_to, allotment, holder, tip
FROM till_seat WHERE show_no = $1 AND seat_no = $2;

-- name: read_till_terms store: lite
-- $1 show_no int. Rows: at most one (terms).
SELECT terms FROM till_show WHERE show_no = $1;

-- name: set_loan_rule store: pg
-- A rule about what is lent to a till: $1 device, $2 show (0 all, NULL: every rule goes), $3 section
-- ('' all), $4 seats (0: the rule goes).
SELECT loge.set_loan_rule($1::uuid, $2::integer, $3, $4::integer);

-- name: take_back_seats store: pg
-- Seats lent to a till are the house's again: $1 its device, $2 its proof, $3 shows (NULL: all). Rows: one
-- (how many).
SELECT loge.take_back($1::uuid, $2::bytea, $3::integer[]);

-- name: take_till_state store: lite
-- How the house has a seat that an open entry has changed. $1 show_no, $2 seat_no, $3 status,
-- $4 version, $5 holder blob or NULL, $6 held_until, $7 open_to, $8 allotment. Changes one row, or
-- none: no entry is open, or the house is known to be later.
UPDATE till_seat SET status = $3, version = $4, holder = $5, held_until = $6, open_to = $7,
    allotment = $8
WHERE show_no = $1 AND seat_no = $2 AND version <= $4;
