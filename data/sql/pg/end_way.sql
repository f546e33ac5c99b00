-- $1 number int. Rows: one: whether there was one.
SELECT loge.way_end_1($1::integer);
