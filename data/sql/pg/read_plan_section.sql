-- One section. $1 hall_no int, $2 section_no int. Rows: at most one (name, x, y).
SELECT name, x, y FROM loge.hall_section WHERE hall_no = $1 AND section_no = $2;
