-- As hold_seats, waiting for nobody: of a seat that somebody else has locked only its number comes
-- back, with ANSWER_BUSY (see loge.busy_1 in data/schema/pg/0006_hold.sql).
-- Rows: one (bigint, integer or NULL).
SELECT CASE WHEN EXISTS (SELECT FROM unnest($15::integer[], $16::bigint[]) AS g (no, seen)
        LEFT JOIN loge.show AS w ON w.no = g.no WHERE w.version IS DISTINCT FROM g.seen)
    THEN :ANSWER_OTHER_SHOW
    WHEN b.seat IS NULL
    THEN loge.hold_1($1::integer, $2::uuid, $3::bytea, $4, $5, $6::smallint, $7, $8, $9,
        $10::integer, $11::integer[], $12::bigint[], $13::integer[], $14::loge.hold_row[], $17::boolean,
        $18, $19)
    ELSE :ANSWER_BUSY END, b.seat
FROM (SELECT loge.busy_1($10, $11) AS seat OFFSET 0) AS b;
