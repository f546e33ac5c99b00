-- Halls: what is drawn.

CREATE TABLE loge.hall (
    house integer NOT NULL REFERENCES loge.house,
    no integer NOT NULL CHECK (no > 0),
    id text NOT NULL CHECK (id <> ''),
    name text NOT NULL,
    seats integer NOT NULL CHECK (seats >= 0),
    next_seat integer NOT NULL CHECK (next_seat >= 0), -- first seat number never used
    plan_version integer NOT NULL CHECK (plan_version > 0),
    plan_name text NOT NULL,
    focal_x real NOT NULL,
    focal_y real NOT NULL,
    width real NOT NULL,
    height real NOT NULL,
    document text NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, no)
);
CREATE UNIQUE INDEX hall_id ON loge.hall (house, id);

CREATE TABLE loge.hall_class (
    house integer NOT NULL,
    hall_no integer NOT NULL,
    class_no smallint NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    name text NOT NULL,
    colour text NOT NULL,
    PRIMARY KEY (house, hall_no, class_no),
    FOREIGN KEY (house, hall_no) REFERENCES loge.hall
);

CREATE TABLE loge.hall_section (
    house integer NOT NULL,
    hall_no integer NOT NULL,
    section_no integer NOT NULL CHECK (section_no >= 0), -- index in the plan, as drawn
    name text NOT NULL,
    x real NOT NULL,
    y real NOT NULL,
    PRIMARY KEY (house, hall_no, section_no),
    FOREIGN KEY (house, hall_no) REFERENCES loge.hall
);

CREATE TABLE loge.hall_row (
    house integer NOT NULL,
    hall_no integer NOT NULL,
    row_no integer NOT NULL CHECK (row_no >= 0), -- index in the plan, as drawn
    section_no integer NOT NULL CHECK (section_no >= 0),
    label text NOT NULL,
    line integer NOT NULL,
    PRIMARY KEY (house, hall_no, row_no),
    FOREIGN KEY (house, hall_no) REFERENCES loge.hall
);

CREATE TABLE loge.hall_seat (
    house integer NOT NULL,
    hall_no integer NOT NULL,
    seat_no integer NOT NULL CHECK (seat_no >= 0), -- identity, never used again
    pos integer NOT NULL CHECK (pos >= 0),         -- index in the plan, as drawn
    row_no integer NOT NULL CHECK (row_no >= 0),
    run integer NOT NULL,
    cell integer NOT NULL,
    x real NOT NULL,
    y real NOT NULL,
    class_no smallint NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    flags smallint NOT NULL CHECK (flags BETWEEN 0 AND 255),
    number text NOT NULL,
    label text NOT NULL,
    guid text NOT NULL,
    retired smallint NOT NULL CHECK (retired BETWEEN 0 AND 2), -- 2: while a new plan is written
    PRIMARY KEY (house, hall_no, seat_no),
    FOREIGN KEY (house, hall_no) REFERENCES loge.hall
);
CREATE UNIQUE INDEX hall_seat_label ON loge.hall_seat (house, hall_no, label) WHERE retired = 0;
CREATE INDEX hall_seat_row ON loge.hall_seat (house, hall_no, row_no, pos) WHERE retired = 0;

CREATE TABLE loge.hall_area (
    house integer NOT NULL,
    hall_no integer NOT NULL,
    area_no integer NOT NULL CHECK (area_no >= 0),
    kind smallint NOT NULL CHECK (kind BETWEEN :AREA_STAGE AND :AREA_POLYGON),
    x real NOT NULL,
    y real NOT NULL,
    width real NOT NULL,
    height real NOT NULL,
    rotation real NOT NULL,
    text text NOT NULL,
    colour text NOT NULL,
    border text NOT NULL,
    text_x real NOT NULL,
    text_y real NOT NULL,
    text_size real NOT NULL,
    text_colour text NOT NULL,
    points real[] NOT NULL, -- x, y, x, y ...
    section_no integer NOT NULL, -- -1: none
    guid text NOT NULL,
    PRIMARY KEY (house, hall_no, area_no),
    FOREIGN KEY (house, hall_no) REFERENCES loge.hall
);
