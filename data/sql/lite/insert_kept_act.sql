-- Keeps an act that the house acknowledged; once. ?1 uid blob, ?2 at int, ?3 body blob.
INSERT INTO kept_act (uid, at, body) VALUES (?1, ?2, ?3) ON CONFLICT (uid) DO NOTHING;
