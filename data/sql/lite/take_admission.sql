-- A ticket at a door as the house has it. ?1 ticket, ?2 show_no, ?3 inside, ?4 entries, ?5
-- first_at, ?6 last_at, ?7 gate, ?8 till, ?9 blocked, ?10 version.
INSERT OR REPLACE INTO admission (ticket, show_no, inside, entries, first_at, last_at, gate, till,
    blocked, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10);
