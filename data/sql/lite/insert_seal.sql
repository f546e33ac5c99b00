-- Seals a block. ?1 block, ?2 first_event, ?3 last_event, ?4 at, ?5 previous blob, ?6 hash blob.
INSERT INTO seal (block, first_event, last_event, at, previous, hash)
VALUES (?1, ?2, ?3, ?4, ?5, ?6);
