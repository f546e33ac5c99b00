-- The rows labelled seats stand in, as drawn, each once. $1 hall_no int, $2 labels text[].
-- Rows: (row_no, section_no, label, line).
-- OFFSET 0 pins the order, as in list_seats_since. A label between itself and itself, in the order
-- of labels: the index on labels is cheaper then even to a planner that knows nothing of the table.
SELECT r.row_no, r.section_no, r.label, r.line
FROM (SELECT DISTINCT q.row_no
    FROM unnest($2::text[]) AS l (label)
    CROSS JOIN LATERAL (SELECT h.row_no FROM loge.hall_seat AS h
        WHERE h.hall_no = $1 AND h.label >= l.label AND h.label <= l.label AND h.retired = 0
        ORDER BY h.label OFFSET 0) AS q) AS w
CROSS JOIN LATERAL (SELECT v.* FROM loge.hall_row AS v
    WHERE v.hall_no = $1 AND v.row_no = w.row_no OFFSET 0) AS r
ORDER BY r.row_no;
