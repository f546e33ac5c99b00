-- What a key has done. ?1 key blob. Rows: at most one (fingerprint, act, last_event, answer).
SELECT fingerprint, act, last_event, answer FROM receipt WHERE key = ?1;
