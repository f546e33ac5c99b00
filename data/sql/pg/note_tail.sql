-- A paper of an entry was shown that has not arrived. $1 till number, $2 epoch, $3 seq.
-- Rows: one (answer).
SELECT loge.tail_note_1($1::integer, $2::bigint, $3::bigint);
