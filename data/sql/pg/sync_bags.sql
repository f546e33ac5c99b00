-- Check-ins of a batch that was judged: $1 device, $2 proof, $3 check-ins as the batch leaves them, $4
-- the version of each before.
SELECT loge.sync_bags_1($1::uuid, $2::bytea, $3::loge.checkin_row[], $4::bigint[]);
