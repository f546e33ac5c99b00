-- Rows: at most one (event, step, at, key, until, ready, listed, days, settled, boot, mono, wall,
-- house, doubt, at of the journal's last entry or 0, the house's list_ms and list_scanner).
SELECT event, step, at, key, until, ready, listed, days, settled, boot, mono, wall, house, doubt,
    coalesce((SELECT e.at FROM entry AS e WHERE e.seq = (SELECT max(seq) FROM entry)), 0),
    o.list_ms, o.list_scanner
FROM till_replica AS r
JOIN house AS o ON o.only = 1
WHERE r.one = 1;
