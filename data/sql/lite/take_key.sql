-- A key as the house has it. ?1 id, ?2 kind, ?3 house, ?4 public, ?5 till, ?6 show_no, ?7 subevent,
-- ?8 products, ?9 made_at, ?10 ended_at, ?11 version.
INSERT OR REPLACE INTO ticket_key (id, kind, house, public, till, show_no, subevent, products,
    made_at, ended_at, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11);
