-- The waiting list of a show.

CREATE TABLE waitlist (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    show_no INTEGER NOT NULL REFERENCES show,
    status INTEGER NOT NULL CHECK (status BETWEEN :WAIT_WAITING AND :WAIT_LEFT),
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    party INTEGER NOT NULL CHECK (party > 0),
    class_no INTEGER NOT NULL, -- -1: any
    section TEXT NOT NULL,
    accessible INTEGER NOT NULL CHECK (accessible >= 0),
    aisle INTEGER NOT NULL CHECK (aisle IN (0, 1)),
    together INTEGER NOT NULL CHECK (together IN (0, 1)),
    joined_at INTEGER NOT NULL,
    hold BLOB REFERENCES hold,
    code TEXT NOT NULL,
    till TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX waitlist_code ON waitlist (code);
CREATE INDEX waitlist_line ON waitlist (show_no, joined_at, id)
    WHERE status IN (:WAIT_WAITING, :WAIT_OFFERED);
