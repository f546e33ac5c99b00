-- name: list_went_back store: pg
-- When the house went back, the newest first; a row for each till that lacked acts. Rows: (no, past,
-- past before, noticed at, since, settled by, at, for, till, acts that were lost, that are back, that
-- the house could not take, payments that a service brought back, how many of these the house and the
-- provider do not agree about, and the provider's names of three of them).
SELECT no, past, before, noticed_at, since, settled_by, settled_at, settled_for, till, lost, back,
    refused, payments, open, open_refs
FROM loge.went_back_list();

-- name: pull_changes store: pg
-- What has changed after an event. $1 event bigint, $2 most events int. Rows: (what text, id uuid,
-- no bigint, seat_no int, code text, more bool), see loge.pull.
SELECT what, id, no, seat_no, code, more FROM loge.pull($1::bigint, $2::integer);

-- name: read_sync_revision store: pg
-- The newest revision of sync the house knows. No parameters. Rows: one.
SELECT loge.sync_revision();

-- name: settle_went_back store: pg
-- A manager has dealt with a house that went back. $1 its number, $2 why. Rows: one (answer).
SELECT loge.went_back_settle($1::integer, $2);

-- name: sync_bags store: pg
-- Check-ins of a batch that was judged: $1 device, $2 proof, $3 check-ins as the batch leaves them, $4
-- the version of each before.
SELECT sync2.bags($1::uuid, $2::bytea, $3::sync2.checkin_row[], $4::bigint[]);

-- name: sync_checkins store: pg
-- The check-ins of tickets whose bags a batch is about: $1 tickets. Rows: check-ins.
SELECT * FROM sync2.checkins($1::uuid[]);

-- name: sync_doubt store: pg
-- Why a till is put in quarantine; the parameters of loge.sync_doubt in their order.
SELECT sync2.doubt($1::uuid, $2::bytea, $3::smallint, $4::bigint, $5::bigint, $6::bytea, $7::bytea,
    $8::bytea);

-- name: sync_customers store: pg
-- Customers that a batch changes, locked: $1 device, $2 proof, $3 ids. Rows: customers.
SELECT {columns customer} FROM loge.sync_customers($1::uuid, $2::bytea, $3::uuid[]);

-- name: sync_sales store: pg
-- Orders that a batch changes, locked: $1 device, $2 proof, $3 ids. Rows: orders.
SELECT {columns sale} FROM loge.sync_orders($1::uuid, $2::bytea, $3::uuid[]);

-- name: sync_shifts store: pg
-- Shifts that a batch closes, locked: $1 device, $2 proof, $3 ids. Rows: shifts.
SELECT {columns shift} FROM loge.sync_drawers($1::uuid, $2::bytea, $3::uuid[]);

-- name: sync_tickets store: pg
-- Tickets of the orders that a batch changes, locked: $1 device, $2 proof, $3 orders. Rows: tickets.
SELECT {columns ticket} FROM loge.sync_tickets($1::uuid, $2::bytea, $3::uuid[]);

-- name: sync_loans store: pg
-- What the till is lent of vouchers: $1 device, $2 proof, $3 codes. Rows: loans.
SELECT {columns voucher_loan} FROM loge.sync_loans($1::uuid, $2::bytea, $3::text[]);

-- name: sync_vouchers store: pg
-- Vouchers that a batch uses, locked: $1 device, $2 proof, $3 codes. Rows: vouchers.
SELECT {columns voucher} FROM loge.sync_vouchers($1::uuid, $2::bytea, $3::text[]);

-- name: sync_events store: pg
-- Seats that changed after event $1, at most $2; rows as loge.sync_events says.
SELECT * FROM sync2.events($1::bigint, $2::integer);

-- name: sync_head store: pg
-- What is known of a till from now on: $1 device, $2 proof, $3 to $16 a loge.journal_head, $17 how many events
-- were written.
SELECT sync2.head($1::uuid, $2::bytea, ROW($3::bigint, $4::bigint, $5::bigint, $6::bigint,
    $7::bigint, $8::bytea, $9::bytea, $10::smallint, $11::boolean, $12::boolean, $13::uuid,
    $14::bigint, $15::bigint, $16::bigint)::sync2.head, $17::integer);

-- name: sync_losers store: pg
-- Whoever lost seats by an upload and has no other seats held: $1 device, $2 proof. Rows: (a conflict,
-- the numbers of the seats that were lost, mail address, who looks for others, in which role).
SELECT {columns conflict c}, array_to_string(c.seats, ' '), l.email, l.staff, l.role
FROM loge.losers($1::uuid, $2::bytea) AS l
CROSS JOIN LATERAL (SELECT (l.k).*) AS c;

-- name: sync_nonce store: pg
-- Which hello began a till's session: $1 device, $2 proof, $3 nonce.
SELECT sync2.nonce($1::uuid, $2::bytea, $3::bigint);

-- name: sync_open store: pg
-- A till as the house knows it, and the house; see loge.sync_open. Rows: at most one.
SELECT * FROM sync2.open($1::integer, $2::uuid, $3::bytea, $4::boolean);

-- name: sync_read store: pg
-- All that judging a batch needs, its seats and tickets locked: $1 device, $2 proof, $3 to $11 a
-- loge.sync_wish. Rows as loge.sync_read has them.
SELECT * FROM sync2.read($1::uuid, $2::bytea, ROW($3::bigint, $4::integer[], $5::integer[],
    $6::bigint, $7::bigint, $8::uuid[], $9::bigint[], $10::uuid[],
    $11::text[])::sync2.wish);

-- name: sync_salvage store: pg
-- Money of acts that cannot be written: $1 device, $2 proof, $3 payments, their sale the entry's key.
SELECT sync2.salvage($1::uuid, $2::bytea, $3::sync2.payment_row[]);

-- name: sync_salvage_moves store: pg
-- What refused entries of a batch put into the drawer or took out of it. $1 device, $2 proof, $3 moves.
SELECT sync2.salvage_moves($1::uuid, $2::bytea, $3::sync2.move_row[]);

-- name: sync_told store: pg
-- How far a till's hello says its journal goes: $1 device, $2 proof, $3 epoch, $4 seq.
SELECT sync2.told($1::uuid, $2::bytea, $3::bigint, $4::bigint);

-- name: sync_write store: pg
-- A batch that was judged: $1 device, $2 proof, $3 to $19 a loge.sync_batch.
SELECT sync2.write($1::uuid, $2::bytea, ROW($3::bytea, $4::sync2.entry[],
    $5::sync2.step[], $6::sync2.note[], $7::sync2.hold_row[], $8::sync2.hold_row[],
    $9::sync2.sale_row[], $10::sync2.ticket_row[], $11::sync2.payment_row[], $12::sync2.shift_row[],
    $13::sync2.move_row[], $14::sync2.customer_row[], $15::sync2.waiter_row[],
    $16::sync2.voucher_row[], $17::sync2.admission[], $18::sync2.scan_row[],
    $19::sync2.conflict[])::sync2.batch);
