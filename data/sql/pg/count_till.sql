-- Adds what a till has counted since. $1 till, $2 series, apart by blanks, $3 how many more of each,
-- the same way. Rows: one, of nothing.
SELECT loge.till_count_1($1, string_to_array($2, ' '), string_to_array($3, ' ')::bigint[]);
