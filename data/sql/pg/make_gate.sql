-- The login with which a till counts wrong PINs. $1 house int (for whoever set it up), $2 till text,
-- $3 SCRAM verifier text. Rows: one (login name).
SELECT loge.gate_1($1::integer, $2, $3);
