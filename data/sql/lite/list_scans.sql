-- The last scans of a show, newest first. ?1 show_no, ?2 limit. Rows: scans.
SELECT {columns scan}
FROM scan WHERE show_no = ?1 ORDER BY id DESC LIMIT ?2;
