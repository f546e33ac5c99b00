-- Price classes of a hall. $1 hall_no int. Rows: (class_no, name, colour).
SELECT class_no, name, colour FROM loge.hall_class WHERE hall_no = $1 ORDER BY class_no;
