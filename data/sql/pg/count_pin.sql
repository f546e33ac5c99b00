-- A wrong PIN, told by the till's gate. $1 name text. Rows: one (locked for ms).
SELECT loge.pin_failed_1($1);
