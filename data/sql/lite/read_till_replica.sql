-- Rows: at most one (event, step, at, key, until, ready, listed, skew, days, settled).
SELECT event, step, at, key, until, ready, listed, skew, days, settled FROM till_replica
WHERE one = 1;
