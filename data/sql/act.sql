-- name: apply_act store: pg
-- An act, in one round trip; the parameters of loge.apply in their order. ANSWER_OTHER_SHOW when a show
-- that was seen ($27, at version $28) has changed. $32 what only the key of the act's till gives; $33 conflicts
-- that it decides or finds seats for; $34 what is lent of vouchers.
-- Rows: one (bigint: see data/schema/pg/code/apply.sql).
SELECT CASE WHEN EXISTS (SELECT FROM unnest($27::integer[], $28::bigint[]) AS g (no, seen)
        LEFT JOIN loge.show AS w ON w.no = g.no WHERE w.version IS DISTINCT FROM g.seen)
    THEN :ANSWER_OTHER_SHOW
    ELSE loge.apply($1::integer,
        ROW($2::uuid, $3::bytea, $4::smallint, $5::text, $6::text, $7::smallint, $8::text, $9::text, $10::text,
            $11::text, $30::text, $31::text, $32::bytea)::loge.act,
        ROW($12::loge.step[], $13::loge.hold_row[], $14::loge.hold_row[], $15::loge.note_row[],
            $16::loge.sale_row[], $17::loge.ticket_row[], $18::loge.payment_row[], $19::loge.shift_row[],
            $20::loge.move_row[], $21::loge.customer_row[], $22::loge.waiter_row[], $23::loge.voucher_row[],
            $24::loge.staff_row[], $25::jsonb, $26::jsonb, $34::loge.loan_row[])::loge.changes, $29::boolean,
        $33::loge.conflict_row[])
    END;

-- name: apply_act_at_once store: pg
-- As apply_act, waiting for nobody: of a seat that somebody else has locked only its number comes
-- back, with ANSWER_BUSY. $27 the show and $28 its seats in the order in which seats are locked; then the
-- shows that were seen.
-- Rows: one (bigint, integer or NULL).
SELECT CASE WHEN EXISTS (SELECT FROM unnest($29::integer[], $30::bigint[]) AS g (no, seen)
        LEFT JOIN loge.show AS w ON w.no = g.no WHERE w.version IS DISTINCT FROM g.seen)
    THEN :ANSWER_OTHER_SHOW
    WHEN b.seat IS NULL
    THEN loge.apply($1::integer,
        ROW($2::uuid, $3::bytea, $4::smallint, $5::text, $6::text, $7::smallint, $8::text, $9::text, $10::text,
            $11::text, $32::text, $33::text, $34::bytea)::loge.act,
        ROW($12::loge.step[], $13::loge.hold_row[], $14::loge.hold_row[], $15::loge.note_row[],
            $16::loge.sale_row[], $17::loge.ticket_row[], $18::loge.payment_row[], $19::loge.shift_row[],
            $20::loge.move_row[], $21::loge.customer_row[], $22::loge.waiter_row[], $23::loge.voucher_row[],
            $24::loge.staff_row[], $25::jsonb, $26::jsonb, NULL)::loge.changes, $31::boolean)
    ELSE :ANSWER_BUSY END, b.seat
FROM (SELECT loge.busy_seat($27::integer, $28::integer[]) AS seat OFFSET 0) AS b;

-- name: approve_act store: pg
-- Signs for an act; the first parameters of apply_act, then ($27) its conflicts, ($28) what is lent of vouchers,
-- and ($29) what the key of its till gives.
SELECT loge.approve($1::integer, ROW($2::uuid, $3::bytea, $4::smallint, $5::text, $6::text, $7::smallint, $8::text,
        $9::text, $10::text, $11::text, '', '', $29::bytea)::loge.act,
    ROW(ROW($12::loge.step[], $13::loge.hold_row[], $14::loge.hold_row[], $15::loge.note_row[],
        $16::loge.sale_row[], $17::loge.ticket_row[], $18::loge.payment_row[], $19::loge.shift_row[],
        $20::loge.move_row[], $21::loge.customer_row[], $22::loge.waiter_row[], $23::loge.voucher_row[],
        $24::loge.staff_row[], $25::jsonb, $26::jsonb, $28::loge.loan_row[])::loge.changes,
        $27::loge.conflict_row[])::text);

-- name: delete_kept_act store: lite
-- $1 uid blob.
DELETE FROM kept_act WHERE uid = $1;

-- name: delete_old_kept_acts store: lite
-- $1 at int: those that are older go.
DELETE FROM kept_act WHERE at < $1;

-- name: insert_kept_act store: lite
-- Keeps an act that the house acknowledged; once. $1 uid blob, $2 at int, $3 body blob.
INSERT INTO kept_act (uid, at, body) VALUES ($1, $2, $3) ON CONFLICT (uid) DO NOTHING;

-- name: insert_receipt store: lite
-- Remembers what a key has done.
-- $1 key blob, $2 fingerprint blob, $3 act int, $4 at int, $5 last_event int, $6 answer text.
INSERT INTO receipt (key, fingerprint, act, at, last_event, answer)
VALUES ($1, $2, $3, $4, $5, $6);

-- name: list_kept_keys store: lite
-- What is kept and stands in no entry of this epoch, in order (the + lets the index on at be used).
-- $1 at int: since then. Rows: (uid, at).
SELECT k.uid, k.at
FROM kept_act AS k
WHERE k.at >= $1 AND NOT EXISTS (SELECT 1 FROM till_meta AS m
    CROSS JOIN entry AS e WHERE m.one = 1 AND e.epoch = m.epoch AND e.uid = k.uid)
ORDER BY +k.n;

-- name: read_kept_act store: lite
-- $1 uid blob. Rows: at most one (body).
SELECT body FROM kept_act WHERE uid = $1;

-- name: read_receipt
-- What a key has done. $1 key uuid. Rows: at most one (fingerprint, act, last_event, answer).
SELECT fingerprint, act, last_event, answer FROM loge.receipt WHERE key = $1;

-- name: wipe_kept_acts store: lite
-- Nobody's name stays in what a till has kept. No parameters.
DELETE FROM kept_act;
