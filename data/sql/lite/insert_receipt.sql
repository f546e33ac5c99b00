-- Remembers what a key has done.
-- ?1 key blob, ?2 fingerprint blob, ?3 act int, ?4 at int, ?5 last_event int, ?6 answer text.
INSERT INTO receipt (key, fingerprint, act, at, last_event, answer)
VALUES (?1, ?2, ?3, ?4, ?5, ?6);
