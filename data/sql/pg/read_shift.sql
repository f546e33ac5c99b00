-- A shift. $1 id uuid. Rows: at most one shift, see get_shift().
SELECT {columns shift}
FROM loge.shift WHERE id = $1;
