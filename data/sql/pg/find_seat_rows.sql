-- The rows labelled seats stand in, as drawn, each once. $1 hall_no int, $2 labels text[].
-- Rows: (row_no, section_no, label, line).
SELECT r.row_no, r.section_no, r.label, r.line
FROM loge.hall_row AS r
WHERE r.hall_no = $1 AND r.row_no IN (SELECT h.row_no FROM loge.hall_seat AS h
    WHERE h.hall_no = $1 AND h.label = ANY ($2::text[]) AND h.retired = 0)
ORDER BY r.row_no;
