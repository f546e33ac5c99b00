-- Large halls and their shows as bytes that are read at once (src/domain/seat_pack.h), where a walk
-- over their rows takes a tenth of a second. The rows stay the truth. A packed plan counts while its
-- hall has that version; a packed map tells how the seats stood after one event of the log, which
-- tells what has changed since. Either may be missing, late or thrown away at any time.

CREATE TABLE packed_plan (
    hall_no INTEGER PRIMARY KEY REFERENCES hall,
    plan_version INTEGER NOT NULL,
    seats BLOB NOT NULL
) STRICT;

CREATE TABLE packed_map (
    show_no INTEGER PRIMARY KEY REFERENCES show,
    show_version INTEGER NOT NULL,
    plan_version INTEGER NOT NULL,
    last_event INTEGER NOT NULL,
    states BLOB NOT NULL
) STRICT;
