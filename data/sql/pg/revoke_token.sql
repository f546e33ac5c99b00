-- Ends a token. $1 till text, $2 name text. Rows: one (integer).
SELECT loge.token_revoke_1($1, $2);
