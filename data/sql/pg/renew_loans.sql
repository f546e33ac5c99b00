-- What a till's rules give it is lent to it: $1 device, $2 proof, $3 its last entry. Rows: one (seats
-- that moved).
SELECT loge.renew_loans_1($1::uuid, $2::bytea, $3::bigint);
