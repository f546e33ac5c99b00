-- An entry as it travels. ?1 seq int.
-- Rows: at most one (epoch, kept, hash, signature, body).
SELECT e.epoch, s.kept, e.hash, e.signature, e.body
FROM entry AS e JOIN entry_state AS s USING (seq) WHERE e.seq = ?1;
