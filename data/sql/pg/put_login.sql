-- A login for a member of staff. $1 house int (for whoever set it up), $2 name text, $3 role int,
-- $4 SCRAM verifier text, $5 carries bool. Rows: one (login name).
SELECT loge.staff_login_1($1::integer, $2, $3::smallint, $4, $5::boolean);
