-- A till becomes part of the house. $1 house int (for a founder), $2 till text,
-- $3 public key bytea or NULL.
SELECT loge.join_1($1::integer, $2, $3);
