-- All that judging a batch needs, its seats locked; rows as loge.sync_read_1 says.
SELECT * FROM loge.sync_read_1($1::uuid, $2::bigint, $3::integer[], $4::integer[], $5::bigint,
    $6::bigint, $7::uuid[], $8::bigint[], $9::uuid[]);
