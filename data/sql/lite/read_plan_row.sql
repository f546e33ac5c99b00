-- One row. ?1 hall_no int, ?2 row_no int. Rows: at most one (section_no, label, line).
SELECT section_no, label, line FROM hall_row WHERE hall_no = ?1 AND row_no = ?2;
