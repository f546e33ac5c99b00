-- What was told of a journal counts no more. $1 till number, $2 epoch, $3 seq, $4 why.
-- Rows: one (answer).
SELECT loge.tail_strike_1($1::integer, $2::bigint, $3::bigint, $4);
