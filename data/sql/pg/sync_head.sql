-- What is known of a till from now on; the parameters of loge.sync_head_2 in their order.
SELECT loge.sync_head_2($1::uuid, $2::bytea, $3::bigint, $4::bigint, $5::bigint, $6::bigint,
    $7::bigint, $8::bytea, $9::bytea, $10::smallint, $11::boolean, $12::boolean, $13::uuid,
    $14::bigint, $15::bigint, $16::bigint, $17::integer);
