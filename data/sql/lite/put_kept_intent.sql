-- Keeps an intent as the house has it now; notes of several programs come in any order. ?1 id blob, ?2
-- version int, ?3 at int, ?4 body blob.
INSERT INTO kept_intent (id, version, at, body) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, at = excluded.at, body = excluded.body
WHERE excluded.version > kept_intent.version;
