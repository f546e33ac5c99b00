-- A hold. $1 id uuid. Rows: at most one hold.
SELECT {columns hold}
FROM loge.hold WHERE id = $1;
