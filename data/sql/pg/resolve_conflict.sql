-- What becomes of a conflict; the parameters of loge.resolve_1 in their order. Rows: one (bigint).
SELECT loge.resolve_1($1::integer, $2::uuid, $3::bytea, $4, $5::uuid, $6::smallint, $7::smallint,
    $8::text[], $9, $10);
