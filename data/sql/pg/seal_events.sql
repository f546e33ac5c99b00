-- Seals blocks of the log. $1 everything bool, $2 limit int. Rows: one (how many).
SELECT loge.seal_1($1::boolean, $2::integer);
