-- A ticket that comes to a door for the first time. ?1 ticket, ?3 show_no, ?4 inside, ?5 entries,
-- ?6 first_at, ?7 last_at, ?8 gate, ?9 till, ?10 blocked. (?2: for the update.)
INSERT INTO admission (ticket, show_no, inside, entries, first_at, last_at, gate, till, blocked,
    version)
VALUES (?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 1);
