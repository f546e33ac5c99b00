-- A way for letters. $1 till, $2 channel smallint, $3 address, $4 secret bytea. Rows: one: its
-- number; below 0: it was there, with that number.
SELECT loge.way_add_1($1, $2::smallint, $3, $4);
