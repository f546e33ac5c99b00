-- name: add_hall_show_seats store: lite
-- Gives every show of a hall that is not closed the seats it does not have yet; house seats (flag 8)
-- come blocked. $1 hall_no.
INSERT INTO show_seat (show_no, seat_no, status, version)
SELECT w.no, h.seat_no, CASE WHEN h.flags & 8 THEN :SEAT_BLOCKED ELSE :SEAT_AVAILABLE END, 1
FROM show AS w CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no
WHERE w.hall_no = $1 AND w.status <> :SHOW_CLOSED AND h.retired = 0
ON CONFLICT (show_no, seat_no) DO NOTHING;

-- name: delete_areas store: lite
-- Forgets the areas of a plan that is about to be drawn anew. $1 hall_no.
DELETE FROM hall_area WHERE hall_no = $1;

-- name: delete_classes store: lite
-- Forgets the classes of a plan that is about to be drawn anew. $1 hall_no.
DELETE FROM hall_class WHERE hall_no = $1;

-- name: delete_rows store: lite
-- Forgets the rows of a plan that is about to be drawn anew. $1 hall_no.
DELETE FROM hall_row WHERE hall_no = $1;

-- name: delete_sections store: lite
-- Forgets the sections of a plan that is about to be drawn anew. $1 hall_no.
DELETE FROM hall_section WHERE hall_no = $1;

-- name: find_hall
-- A hall by its id. $1 id text. Rows: at most one (id, name, no, seats, next_seat, plan_version, version).
SELECT id, name, no, seats, next_seat, plan_version, version FROM loge.hall WHERE id = $1;

-- name: find_seat_row store: lite
-- The row a labelled seat stands in. $1 hall_no int, $2 label text. Rows: at most one (row_no).
SELECT row_no FROM hall_seat WHERE hall_no = $1 AND label = $2 AND retired = 0;

-- name: find_seat_rows store: pg
-- The rows labelled seats stand in, as drawn, each once. $1 hall_no int, $2 labels text[].
-- Rows: (row_no, section_no, label, line).
-- OFFSET 0 pins the order, as in list_seats_since. A label between itself and itself, in the order
-- of labels: the index on labels is cheaper then even to a planner that knows nothing of the table.
SELECT r.row_no, r.section_no, r.label, r.line
FROM (SELECT DISTINCT q.row_no
    FROM unnest($2::text[]) AS l (label)
    CROSS JOIN LATERAL (SELECT h.row_no FROM loge.hall_seat AS h
        WHERE h.hall_no = $1 AND h.label >= l.label AND h.label <= l.label AND h.retired = 0
        ORDER BY h.label OFFSET 0) AS q) AS w
CROSS JOIN LATERAL (SELECT v.* FROM loge.hall_row AS v
    WHERE v.hall_no = $1 AND v.row_no = w.row_no OFFSET 0) AS r
ORDER BY r.row_no;

-- name: insert_area store: lite
-- Something drawn that is not a seat. $1 hall_no, $2 area_no, $3 kind, $4 x, $5 y, $6 width,
-- $7 height, $8 rotation, $9 text, $10 colour, $11 border, $12 text_x, $13 text_y, $14 text_size,
-- $15 text_colour, $16 section_no, $17 guid, $18 points (JSON).
INSERT INTO hall_area (hall_no, area_no, kind, x, y, width, height, rotation, text, colour, border,
    text_x, text_y, text_size, text_colour, section_no, guid, points)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);

-- name: insert_class store: lite
-- A price class. $1 hall_no, $2 class_no, $3 name, $4 colour.
INSERT INTO hall_class (hall_no, class_no, name, colour) VALUES ($1, $2, $3, $4);

-- name: insert_hall store: lite
-- A new hall. $1 no int or NULL (the next), $3 id, $4 name, $5 seats, $6 next_seat, $7 plan_name,
-- $8 focal_x, $9 focal_y, $10 width, $11 height. ($2 is the version seen, for the update.)
INSERT INTO hall (no, id, name, seats, next_seat, plan_version, plan_name, focal_x, focal_y, width,
    height, version)
VALUES ($1, $3, $4, $5, $6, 1, $7, $8, $9, $10, $11, 1);

-- name: insert_row store: lite
-- A row of a plan. $1 hall_no, $2 row_no, $3 section_no, $4 label, $5 line.
INSERT INTO hall_row (hall_no, row_no, section_no, label, line) VALUES ($1, $2, $3, $4, $5);

-- name: insert_section store: lite
-- A section of a plan. $1 hall_no, $2 section_no, $3 name, $4 x, $5 y.
INSERT INTO hall_section (hall_no, section_no, name, x, y) VALUES ($1, $2, $3, $4, $5);

-- name: list_area_points store: lite
-- The corners of one area. $1 points text (JSON). Rows: (number real), x and y in turn.
SELECT value FROM json_each($1);

-- name: list_areas
-- What is drawn besides seats. $1 hall_no int.
-- Rows: (kind, x, y, width, height, rotation, text, colour, border, text_x, text_y, text_size,
-- text_colour, section_no, guid, points real[]).
SELECT kind, x, y, width, height, rotation, text, colour, border, text_x, text_y, text_size,
    text_colour, section_no, guid, points
FROM loge.hall_area WHERE hall_no = $1 ORDER BY area_no;

-- name: list_classes
-- Price classes of a hall. $1 hall_no int. Rows: (class_no, name, colour).
SELECT class_no, name, colour FROM loge.hall_class WHERE hall_no = $1 ORDER BY class_no;

-- name: list_halls
-- Every hall, by id. Rows: (id, name, no, seats, next_seat, plan_version, version).
SELECT id, name, no, seats, next_seat, plan_version, version FROM loge.hall ORDER BY id;

-- name: list_plan_rows
-- Rows of a hall as drawn. $1 hall_no int. Rows: (row_no, section_no, label, line).
SELECT row_no, section_no, label, line FROM loge.hall_row WHERE hall_no = $1 ORDER BY row_no;

-- name: list_plan_seats store: pg
-- The live seats of a hall from one number to another, in the order of the key. $1 hall_no int, $2
-- first int, $3 last int.
-- Rows: (pos, seat_no, row_no, cell, x, y, class_no, flags, number, guid).
SELECT pos, seat_no, row_no, cell, x, y, class_no, flags, number, guid
FROM loge.hall_seat
WHERE hall_no = $1 AND seat_no BETWEEN $2 AND $3 AND retired = 0 ORDER BY seat_no;

-- name: list_plan_seats store: lite
-- Every live seat of a hall, in the order of the key. $1 hall_no int.
-- Rows: (pos, seat_no, row_no, cell, x, y, class_no, flags, number, guid).
SELECT pos, seat_no, row_no, cell, x, y, class_no, flags, number, guid
FROM hall_seat WHERE hall_no = $1 AND retired = 0 ORDER BY seat_no;

-- name: list_plan_sections
-- Sections of a hall as drawn. $1 hall_no int. Rows: (section_no, name, x, y).
SELECT section_no, name, x, y FROM loge.hall_section WHERE hall_no = $1 ORDER BY section_no;

-- name: list_row_seats store: pg
-- The seats of some rows as drawn, and how they stand. $1 show_no int, $2 hall_no int,
-- $3 row_no int[], each once. Rows: (pos, seat_no, row_no, cell, x, y, class_no, flags, number, guid,
-- status, version, held_until, open_to, allotment, holder); status NULL: not in this show.
-- OFFSET 0 pins the order, as in list_seats_since.
SELECT h.pos, h.seat_no, h.row_no, h.cell, h.x, h.y, h.class_no, h.flags, h.number, h.guid,
    s.status, s.version, s.held_until, s.open_to, s.allotment, s.holder
FROM unnest($3::integer[]) AS r (row_no)
CROSS JOIN LATERAL (SELECT g.* FROM loge.hall_seat AS g
    WHERE g.hall_no = $2 AND g.row_no = r.row_no AND g.retired = 0 ORDER BY g.pos OFFSET 0) AS h
LEFT JOIN LATERAL (SELECT t.* FROM loge.show_seat AS t
    WHERE t.show_no = $1 AND t.seat_no = h.seat_no OFFSET 0) AS s ON true
ORDER BY h.pos;

-- name: list_row_seats store: lite
-- The seats of one row as drawn, and how they stand. $1 show_no int, $2 hall_no int, $3 row_no int.
-- Rows: (pos, seat_no, row_no, cell, x, y, class_no, flags, number, guid,
-- status, version, held_until, open_to, allotment, holder); status NULL: not in this show.
SELECT h.pos, h.seat_no, h.row_no, h.cell, h.x, h.y, h.class_no, h.flags, h.number, h.guid,
    s.status, s.version, s.held_until, s.open_to, s.allotment, s.holder
FROM hall_seat AS h LEFT JOIN show_seat AS s ON s.show_no = $1 AND s.seat_no = h.seat_no
WHERE h.hall_no = $2 AND h.row_no = $3 AND h.retired = 0 ORDER BY h.pos;

-- name: list_unpacked_halls store: lite
-- Halls of at least $1 seats whose plan is not packed as it is now. Rows: (hall_no).
SELECT h.no FROM hall AS h LEFT JOIN packed_plan AS p ON p.hall_no = h.no
WHERE h.seats >= $1 AND p.plan_version IS NOT h.plan_version;

-- name: name_seat
-- What a seat is called. $1 show_no int, $2 seat_no int. Rows: at most one (show id, label).
SELECT w.id, h.label FROM loge.show AS w JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no
WHERE w.no = $1 AND h.seat_no = $2;

-- name: put_document store: lite
-- The document of a plan. $1 hall_no, $2 document text.
INSERT INTO hall_document (hall_no, document) VALUES ($1, $2)
ON CONFLICT (hall_no) DO UPDATE SET document = $2;

-- name: put_packed_plan store: lite
-- The packed plan of a hall, as it is now. $1 hall_no int, $2 seats blob. Changes one row.
INSERT INTO packed_plan (hall_no, plan_version, seats)
SELECT no, plan_version, $2 FROM hall WHERE no = $1
ON CONFLICT (hall_no) DO UPDATE SET plan_version = excluded.plan_version, seats = excluded.seats;

-- name: put_seat store: lite
-- A seat of a plan, new or where it stands now. $1 hall_no, $2 seat_no, $3 pos, $4 row_no, $5 run,
-- $6 cell, $7 x, $8 y, $9 class_no, $10 flags, $11 number, $12 label, $13 guid.
-- Changes one row, or none when the number was given to a seat that has left the plan for good.
INSERT INTO hall_seat (hall_no, seat_no, pos, row_no, run, cell, x, y, class_no, flags, number,
    label, guid, retired)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0)
ON CONFLICT (hall_no, seat_no) DO UPDATE SET pos = $3, row_no = $4, run = $5, cell = $6, x = $7,
    y = $8, class_no = $9, flags = $10, number = $11, label = $12, guid = $13, retired = 0
WHERE retired = 2;

-- name: read_document store: pg
-- The document a hall's plan came from. $1 hall_no int. Rows: at most one (document text).
SELECT document FROM loge.hall WHERE no = $1;

-- name: read_document store: lite
-- The document a hall's plan came from. $1 hall_no int. Rows: at most one (document text).
SELECT document FROM hall_document WHERE hall_no = $1;

-- name: read_packed_plan store: lite
-- The seats of a hall as bytes, if they are of its plan as it is now. $1 hall_no int.
-- Rows: at most one (seats blob).
SELECT p.seats
FROM packed_plan AS p CROSS JOIN hall AS h ON h.no = p.hall_no
WHERE p.hall_no = $1 AND p.plan_version = h.plan_version;

-- name: read_plan
-- What a plan is besides rows and seats. $1 hall_no int.
-- Rows: at most one (plan_name, focal_x, focal_y, width, height, seats).
SELECT plan_name, focal_x, focal_y, width, height, seats FROM loge.hall WHERE no = $1;

-- name: read_plan_row store: lite
-- One row. $1 hall_no int, $2 row_no int. Rows: at most one (section_no, label, line).
SELECT section_no, label, line FROM hall_row WHERE hall_no = $1 AND row_no = $2;

-- name: read_plan_section
-- One section. $1 hall_no int, $2 section_no int. Rows: at most one (name, x, y).
SELECT name, x, y FROM loge.hall_section WHERE hall_no = $1 AND section_no = $2;

-- name: read_plan_version store: pg
-- Which version of a hall's plan is in force. $1 hall_no int. Rows: at most one (int).
SELECT plan_version FROM loge.hall WHERE no = $1;

-- name: retire_hall_seats store: lite
-- Marks the live seats of a hall (2) before the changed plan is written: those it has come back
-- to 0, the rest are settled by retire_show_seats. $1 hall_no.
UPDATE hall_seat SET retired = 2 WHERE hall_no = $1 AND retired = 0;

-- name: settle_hall_seats store: lite
-- The seats a changed plan does not have any more are retired for good. $1 hall_no.
UPDATE hall_seat SET retired = 1 WHERE hall_no = $1 AND retired = 2;

-- name: take_area store: lite
-- Something drawn that is not a seat as the house has it. $1 hall_no, $2 area_no, $3 kind, $4 x, $5
-- y, $6 width, $7 height, $8 rotation, $9 text, $10 colour, $11 border, $12 text_x, $13 text_y, $14
-- text_size, $15 text_colour, $16 points, $17 section_no, $18 guid.
INSERT OR REPLACE INTO hall_area (hall_no, area_no, kind, x, y, width, height, rotation, text,
    colour, border, text_x, text_y, text_size, text_colour, points, section_no, guid)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);

-- name: take_class store: lite
-- A price class as the house has it. $1 hall_no, $2 class_no, $3 name, $4 colour.
INSERT OR REPLACE INTO hall_class (hall_no, class_no, name, colour)
VALUES ($1, $2, $3, $4);

-- name: take_document store: lite
-- The document of a plan as the house has it. $1 hall_no, $2 document.
INSERT OR REPLACE INTO hall_document (hall_no, document) VALUES ($1, $2);

-- name: take_hall store: lite
-- A hall as the house has it. $1 no, $2 id, $3 name, $4 seats, $5 next_seat, $6 plan_version, $7
-- plan_name, $8 focal_x, $9 focal_y, $10 width, $11 height, $12 version.
INSERT OR REPLACE INTO hall (no, id, name, seats, next_seat, plan_version, plan_name, focal_x,
    focal_y, width, height, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);

-- name: take_row store: lite
-- A row of a plan as the house has it. $1 hall_no, $2 row_no, $3 section_no, $4 label, $5 line.
INSERT OR REPLACE INTO hall_row (hall_no, row_no, section_no, label, line)
VALUES ($1, $2, $3, $4, $5);

-- name: take_seat store: lite
-- A seat of a plan as the house has it. $1 hall_no, $2 seat_no, $3 pos, $4 row_no, $5 run, $6 cell,
-- $7 x, $8 y, $9 class_no, $10 flags, $11 number, $12 label, $13 guid, $14 retired.
INSERT OR REPLACE INTO hall_seat (hall_no, seat_no, pos, row_no, run, cell, x, y, class_no, flags,
    number, label, guid, retired)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);

-- name: take_section store: lite
-- A section of a plan as the house has it. $1 hall_no, $2 section_no, $3 name, $4 x, $5 y.
INSERT OR REPLACE INTO hall_section (hall_no, section_no, name, x, y)
VALUES ($1, $2, $3, $4, $5);

-- name: update_hall store: lite
-- A hall with a changed plan. Parameters as insert_hall, $2 version seen. Changes one row, or none.
UPDATE hall SET id = $3, name = $4, seats = $5, next_seat = max(next_seat, $6),
    plan_version = plan_version + 1, plan_name = $7, focal_x = $8, focal_y = $9, width = $10,
    height = $11, version = version + 1
WHERE no = $1 AND version = $2;
