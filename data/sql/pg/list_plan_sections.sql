-- Sections of a hall as drawn. $1 hall_no int. Rows: (section_no, name, x, y).
SELECT section_no, name, x, y FROM loge.hall_section WHERE hall_no = $1 ORDER BY section_no;
