-- A new token. $1 till text, $2 name text, $3 scopes int, $4 hash bytea. Rows: one (integer).
SELECT loge.token_new_1($1, $2, $3::smallint, $4::bytea);
