-- An act of the door; the parameters of loge.door_1 in their order. ANSWER_OTHER_SHOW when a show that was
-- seen ($16, at version $17) has changed.
-- Rows: one (bigint: see data/schema/pg/0005_apply.sql).
SELECT CASE WHEN EXISTS (SELECT FROM unnest($16::integer[], $17::bigint[]) AS g (no, seen)
        LEFT JOIN loge.show AS w ON w.no = g.no WHERE w.version IS DISTINCT FROM g.seen)
    THEN :ANSWER_OTHER_SHOW
    ELSE loge.door_1($1::integer, $2::uuid, $3::bytea, $4::smallint, $5, $6, $7::smallint, $8, $9,
        $10, $11, $12::loge.key_row[], $13::loge.admission_row[], $14::loge.scan_row[],
        $15::loge.note_row[], $18, $19)
    END;
