-- A shift. $1 id uuid. Rows: at most one shift.
SELECT {columns shift}
FROM loge.shift WHERE id = $1;
