-- ?1 event, ?2 step, ?3 at, ?4 key blob or NULL, ?5 until, ?6 ready, ?7 listed, ?8 days, ?9 settled,
-- ?10 boot blob, ?11 mono, ?12 wall, ?13 house, ?14 doubt.
INSERT OR REPLACE INTO till_replica (one, event, step, at, key, until, ready, listed, days, settled,
    boot, mono, wall, house, doubt)
VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14);
