-- The journal from an entry on, in order. ?1 seq int. Rows: (seq, epoch, hash, signature, body).
SELECT seq, epoch, hash, signature, body FROM entry WHERE seq >= ?1 ORDER BY seq;
