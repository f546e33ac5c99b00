-- The last scans of a show, newest first. $1 show_no integer, $2 limit bigint.
-- Rows: scans.
SELECT {columns scan}
FROM loge.scan WHERE show_no = $1 ORDER BY id DESC LIMIT $2;
