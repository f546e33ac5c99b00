-- How far a till's hello says its journal goes: $1 device, $2 proof, $3 epoch, $4 seq.
SELECT loge.sync_told_1($1::uuid, $2::bytea, $3::bigint, $4::bigint);
