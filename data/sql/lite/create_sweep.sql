-- The seats one sweep frees; lives in memory, in this connection only.
CREATE TEMP TABLE IF NOT EXISTS sweep (
    show_no INTEGER NOT NULL,
    seat_no INTEGER NOT NULL,
    hold_id BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (show_no, seat_no)
) WITHOUT ROWID;
