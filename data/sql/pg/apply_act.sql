-- An act, in one round trip; the parameters of loge.apply_1 in their order. ANSWER_OTHER_SHOW when a show
-- that was seen ($27, at version $28) has changed.
-- Rows: one (bigint: see data/schema/pg/0005_apply.sql).
SELECT CASE WHEN EXISTS (SELECT FROM unnest($27::integer[], $28::bigint[]) AS g (no, seen)
        LEFT JOIN loge.show AS w ON w.no = g.no WHERE w.version IS DISTINCT FROM g.seen)
    THEN :ANSWER_OTHER_SHOW
    ELSE loge.apply_1($1::integer, $2::uuid, $3::bytea, $4::smallint, $5, $6, $7::smallint, $8, $9,
        $10, $11, $12::loge.step[], $13::loge.hold_row[], $14::loge.hold_row[], $15::loge.note_row[],
        $16::loge.sale_row[], $17::loge.ticket_row[], $18::loge.payment_row[], $19::loge.shift_row[],
        $20::loge.move_row[], $21::loge.customer_row[], $22::loge.waiter_row[],
        $23::loge.voucher_row[], $24::loge.staff_row[], $25::jsonb, $26::jsonb, $29::boolean,
        $30, $31)
    END;
