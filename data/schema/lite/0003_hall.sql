-- Halls: what is drawn.

CREATE TABLE hall (
    no INTEGER PRIMARY KEY CHECK (no > 0),
    id TEXT NOT NULL UNIQUE CHECK (id <> ''),
    name TEXT NOT NULL,
    seats INTEGER NOT NULL CHECK (seats >= 0),
    next_seat INTEGER NOT NULL CHECK (next_seat >= 0), -- first seat number never used
    plan_version INTEGER NOT NULL CHECK (plan_version > 0),
    plan_name TEXT NOT NULL,
    focal_x REAL NOT NULL,
    focal_y REAL NOT NULL,
    width REAL NOT NULL,
    height REAL NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT;

CREATE TABLE hall_document (
    hall_no INTEGER PRIMARY KEY REFERENCES hall,
    document TEXT NOT NULL
) STRICT;

CREATE TABLE hall_class (
    hall_no INTEGER NOT NULL REFERENCES hall,
    class_no INTEGER NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    name TEXT NOT NULL,
    colour TEXT NOT NULL,
    PRIMARY KEY (hall_no, class_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE hall_section (
    hall_no INTEGER NOT NULL REFERENCES hall,
    section_no INTEGER NOT NULL CHECK (section_no >= 0), -- index in the plan, as drawn
    name TEXT NOT NULL,
    x REAL NOT NULL,
    y REAL NOT NULL,
    PRIMARY KEY (hall_no, section_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE hall_row (
    hall_no INTEGER NOT NULL REFERENCES hall,
    row_no INTEGER NOT NULL CHECK (row_no >= 0), -- index in the plan, as drawn
    section_no INTEGER NOT NULL CHECK (section_no >= 0),
    label TEXT NOT NULL,
    line INTEGER NOT NULL,
    PRIMARY KEY (hall_no, row_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE hall_seat (
    hall_no INTEGER NOT NULL REFERENCES hall,
    seat_no INTEGER NOT NULL CHECK (seat_no >= 0), -- identity, never used again
    pos INTEGER NOT NULL CHECK (pos >= 0),         -- index in the plan, as drawn
    row_no INTEGER NOT NULL CHECK (row_no >= 0),
    run INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    x REAL NOT NULL,
    y REAL NOT NULL,
    class_no INTEGER NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    flags INTEGER NOT NULL CHECK (flags BETWEEN 0 AND 255),
    number TEXT NOT NULL,
    label TEXT NOT NULL,
    guid TEXT NOT NULL,
    retired INTEGER NOT NULL CHECK (retired BETWEEN 0 AND 2), -- 2: while a new plan is written
    PRIMARY KEY (hall_no, seat_no)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX hall_seat_label ON hall_seat (hall_no, label) WHERE retired = 0;
CREATE INDEX hall_seat_row ON hall_seat (hall_no, row_no, pos) WHERE retired = 0;

CREATE TABLE hall_area (
    hall_no INTEGER NOT NULL REFERENCES hall,
    area_no INTEGER NOT NULL CHECK (area_no >= 0),
    kind INTEGER NOT NULL CHECK (kind BETWEEN :AREA_STAGE AND :AREA_POLYGON),
    x REAL NOT NULL,
    y REAL NOT NULL,
    width REAL NOT NULL,
    height REAL NOT NULL,
    rotation REAL NOT NULL,
    text TEXT NOT NULL,
    colour TEXT NOT NULL,
    border TEXT NOT NULL,
    text_x REAL NOT NULL,
    text_y REAL NOT NULL,
    text_size REAL NOT NULL,
    text_colour TEXT NOT NULL,
    points TEXT NOT NULL, -- JSON: [x,y,x,y ...]
    section_no INTEGER NOT NULL, -- -1: none
    guid TEXT NOT NULL,
    PRIMARY KEY (hall_no, area_no)
) STRICT, WITHOUT ROWID;
