-- The row a labelled seat stands in. ?1 hall_no int, ?2 label text. Rows: at most one (row_no).
SELECT row_no FROM hall_seat WHERE hall_no = ?1 AND label = ?2 AND retired = 0;
