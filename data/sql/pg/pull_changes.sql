-- What has changed after an event. $1 event bigint, $2 most events int. Rows: (what text, id uuid,
-- no bigint, seat_no int, code text, more bool), see loge.pull_1.
SELECT what, id, no, seat_no, code, more FROM loge.pull_1($1::bigint, $2::integer);
