-- Puts an entry behind the last one.
-- ?1 seq int, ?2 epoch int, ?3 uid blob, ?4 kind int, ?5 final int, ?6 at int, ?7 hash blob,
-- ?8 signature blob, ?9 body blob.
INSERT INTO entry (seq, epoch, uid, kind, final, at, hash, signature, body)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9);
