-- A worker lives. $1 worker, $2 instance, $3 since, $4 runs, $5 done, $6 failures bigint, $7 fault,
-- $8 whether it goes on. Rows: one, of nothing.
SELECT loge.beat_1($1, $2, $3::bigint, $4::bigint, $5::bigint, $6::bigint, $7, $8::boolean);
