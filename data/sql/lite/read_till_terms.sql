-- ?1 show_no int. Rows: at most one (terms).
SELECT terms FROM till_show WHERE show_no = ?1;
