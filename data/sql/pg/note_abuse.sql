-- Somebody asked too fast. $1 till text, $2 asker text, $3 rule int, $4 at, $5 until (0: refused
-- only), $6 count int, $7 most int, $8 first at, $9 last at, $10 client text, $11 route text, $12 show
-- text. Rows: one (integer).
SELECT loge.abuse_note_1($1, $2, $3::smallint, $4, $5, $6::integer, $7::integer, $8, $9, $10, $11, $12);
