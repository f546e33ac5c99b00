-- An act of the door; the parameters of loge.door_1 in their order.
-- Rows: one (bigint: see data/schema/pg/0005_apply.sql).
SELECT loge.door_1($1::integer, $2::uuid, $3::bytea, $4::smallint, $5, $6, $7::smallint, $8, $9,
    $10, $11, $12::loge.key_row[], $13::loge.admission_row[], $14::loge.scan_row[],
    $15::loge.note_row[]);
