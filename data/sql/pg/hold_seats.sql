-- Available seats into one new hold; the parameters of loge.hold_1 in their order.
-- Rows: one (bigint: see data/schema/pg/0005_apply.sql).
SELECT loge.hold_1($1::integer, $2::uuid, $3::bytea, $4, $5, $6::smallint, $7, $8, $9,
    $10::integer, $11::integer[], $12::bigint[], $13::integer[], $14::loge.hold_row[]);
