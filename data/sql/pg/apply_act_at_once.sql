-- As apply_act, waiting for nobody: of a seat that somebody else has locked only its number comes
-- back, with ANSWER_BUSY. $27 the show and $28 its seats in the order in which seats are locked; then the
-- shows that were seen.
-- Rows: one (bigint, integer or NULL).
SELECT CASE WHEN EXISTS (SELECT FROM unnest($29::integer[], $30::bigint[]) AS g (no, seen)
        LEFT JOIN loge.show AS w ON w.no = g.no WHERE w.version IS DISTINCT FROM g.seen)
    THEN :ANSWER_OTHER_SHOW
    WHEN b.seat IS NULL
    THEN loge.apply_1($1::integer, $2::uuid, $3::bytea, $4::smallint, $5, $6, $7::smallint, $8, $9,
        $10, $11, $12::loge.step[], $13::loge.hold_row[], $14::loge.hold_row[], $15::loge.note_row[],
        $16::loge.sale_row[], $17::loge.ticket_row[], $18::loge.payment_row[], $19::loge.shift_row[],
        $20::loge.move_row[], $21::loge.customer_row[], $22::loge.waiter_row[],
        $23::loge.voucher_row[], $24::loge.staff_row[], $25::jsonb, $26::jsonb, $31::boolean,
        $32, $33)
    ELSE :ANSWER_BUSY END, b.seat
FROM (SELECT loge.busy_1($27::integer, $28::integer[]) AS seat OFFSET 0) AS b;
