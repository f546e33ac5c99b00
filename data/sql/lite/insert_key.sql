-- A new key. ?1 id, NULL: the next one, ?3 kind, ?4 house, ?5 public, ?6 till, ?7 show_no or NULL,
-- ?8 subevent, ?9 products, ?10 made_at, ?11 ended_at. (?2: for the update.)
INSERT INTO ticket_key (id, kind, house, public, till, show_no, subevent, products, made_at,
    ended_at, version)
VALUES (?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 1);
