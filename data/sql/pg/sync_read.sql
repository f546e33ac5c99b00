-- All that judging a batch needs, its seats and tickets locked: $1 device, $2 proof; rows as
-- loge.sync_read_2 has them.
SELECT * FROM loge.sync_read_2($1::uuid, $2::bytea, $3::bigint, $4::integer[], $5::integer[],
    $6::bigint, $7::bigint, $8::uuid[], $9::bigint[], $10::uuid[]);
