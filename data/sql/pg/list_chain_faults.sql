-- Where the log and the seats do not fit together: versions that are not one by one, steps that
-- cannot be, steps that do not begin where the one before ended, seats that are not as their last
-- event left them, and transactions whose events are not all there.
-- Rows: (event id or 0, sentence).
WITH step AS (
    SELECT e.id, e.show_no, e.seat_no, e.version, e.act, e.was, e.became,
        lag(e.version, 1, 1::bigint) OVER seat AS version_before,
        lag(e.became) OVER seat AS became_before,
        lead(e.version) OVER seat IS NULL AS last
    FROM loge.event AS e
    WHERE e.seat_no >= 0
    WINDOW seat AS (PARTITION BY e.show_no, e.seat_no ORDER BY e.version)
), named AS (
    SELECT s.show_no, s.seat_no, s.status, s.version, 'seat ' || h.label || ' of ' || w.id AS name
    FROM loge.show_seat AS s
    JOIN loge.show AS w ON w.no = s.show_no
    JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = s.seat_no
)
SELECT p.id, CASE
        WHEN n.name IS NULL THEN 'event ' || p.id || ' is about a seat that does not exist'
        WHEN p.version <> p.version_before + 1 THEN 'event ' || p.id || ': ' || n.name
            || ' goes from version ' || p.version_before || ' to ' || p.version
        WHEN p.was <> p.became_before THEN 'event ' || p.id || ': ' || n.name
            || ' was something else before'
        ELSE 'event ' || p.id || ': ' || n.name || ' cannot take this step'
    END
FROM step AS p
LEFT JOIN named AS n ON n.show_no = p.show_no AND n.seat_no = p.seat_no
WHERE n.name IS NULL OR p.version <> p.version_before + 1 OR p.was <> p.became_before
    OR NOT (p.was * 10000 + p.act * 100 + p.became = ANY (loge.steps()))
UNION ALL
SELECT 0, n.name || ' stands at version ' || n.version || ', its log ends at '
    || coalesce(p.version, 1)
FROM named AS n
LEFT JOIN step AS p ON p.show_no = n.show_no AND p.seat_no = n.seat_no AND p.last
WHERE n.version <> coalesce(p.version, 1) OR n.status <> p.became
    OR (p.id IS NULL AND n.status NOT IN (:SEAT_AVAILABLE, :SEAT_BLOCKED))
UNION ALL
SELECT max(e.id), 'of the events of one act only ' || count(*) || ' of '
    || max(e.id & 1048575) || ' are there'
FROM loge.event AS e
GROUP BY e.id >> 20
HAVING count(*) <> max(e.id & 1048575)
LIMIT 1000;
