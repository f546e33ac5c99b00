-- Available seats into one new hold; the parameters of loge.hold_1 in their order. ANSWER_OTHER_SHOW when
-- a show that was seen ($15, at version $16) has changed.
-- Rows: one (bigint: see data/schema/pg/0005_apply.sql).
SELECT CASE WHEN EXISTS (SELECT FROM unnest($15::integer[], $16::bigint[]) AS g (no, seen)
        LEFT JOIN loge.show AS w ON w.no = g.no WHERE w.version IS DISTINCT FROM g.seen)
    THEN :ANSWER_OTHER_SHOW
    ELSE loge.hold_1($1::integer, $2::uuid, $3::bytea, $4, $5, $6::smallint, $7, $8, $9,
        $10::integer, $11::integer[], $12::bigint[], $13::integer[], $14::loge.hold_row[], $17::boolean,
        $18, $19)
    END;
