-- The version of a show's row. $1 show_no int. Rows: at most one (version).
SELECT version FROM show WHERE no = ?1;
