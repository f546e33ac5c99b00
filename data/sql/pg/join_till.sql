-- A till becomes part of the house. $1 till text, $2 public key bytea or NULL.
SELECT loge.join_1($1, $2);
