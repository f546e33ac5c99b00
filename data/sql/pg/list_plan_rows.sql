-- Rows of a hall as drawn. $1 hall_no int. Rows: (row_no, section_no, label, line).
SELECT row_no, section_no, label, line FROM loge.hall_row WHERE hall_no = $1 ORDER BY row_no;
