-- The document a hall's plan came from. $1 hall_no int. Rows: at most one (document text).
SELECT document FROM loge.hall WHERE no = $1;
