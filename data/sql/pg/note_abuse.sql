-- Somebody asked too fast. $1 till text, $2 asker text, $3 rule int, $4 at, $5 until (0: refused
-- only). Rows: one (integer).
SELECT loge.abuse_note_1($1, $2, $3::smallint, $4, $5);
