-- $1 show int, $2 whether seats are sold instead of offered boolean, $3 time of an offer bigint.
-- Rows: one, of nothing.
SELECT loge.wait_rule_1($1::integer, $2::boolean, $3::bigint);
