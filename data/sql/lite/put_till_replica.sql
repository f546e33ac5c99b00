-- ?1 event, ?2 step, ?3 at, ?4 key blob or NULL, ?5 until, ?6 ready, ?7 listed, ?8 skew, ?9 days,
-- ?10 settled.
INSERT OR REPLACE INTO till_replica (one, event, step, at, key, until, ready, listed, skew, days,
    settled)
VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10);
