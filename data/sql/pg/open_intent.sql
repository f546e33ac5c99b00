-- A new intent. $1 id uuid, $2 print bytea, $3 show, $4 holds uuid[], $5 seats text[], $6 types
-- smallint[], $7 voucher, $8 name, $9 email, $10 currency, $11 amount, $12 made_at, $13 deadline,
-- $14 next_at bigint, of a bag's fee $15 ticket uuid, $16 entry integer and $17 version bigint of its
-- check-in. Rows: one, whether there is such a row now in these words.
SELECT loge.intent_open_1($1, $2::bytea, $3::integer, $4::uuid[], $5::text[], $6::smallint[], $7,
    $8, $9, $10, $11::bigint, $12::bigint, $13::bigint, $14::bigint,
    $15, $16::integer, $17::bigint);
