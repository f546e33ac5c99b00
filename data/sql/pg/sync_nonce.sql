-- Which hello began a till's session: $1 device, $2 proof, $3 nonce.
SELECT loge.sync_nonce_1($1::uuid, $2::bytea, $3::bigint);
