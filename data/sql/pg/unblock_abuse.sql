-- Lets somebody in again. $1 till text, $2 asker text. Rows: one (integer).
SELECT loge.abuse_unblock_1($1, $2);
