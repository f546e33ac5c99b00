-- What a service had kept of an intent, at a house that went back. $1 the past it goes on from, $2 the
-- service's till, $3 id uuid, $4 print bytea, $5 here smallint, $6 wanted, $7 told boolean, $8 show, $9
-- holds uuid[], $10 seats text[], $11 types smallint[], $12 voucher, $13 name, $14 email, $15 currency,
-- $16 amount, $17 made_at, $18 deadline bigint, of a bag's fee $19 ticket uuid, $20 entry integer and $21
-- version bigint of its check-in, $22 ref, $23 token, $24 sale uuid, $25 note, $26 version that was kept
-- bigint, $27 the client's name. Rows: one, empty.
SELECT loge.intent_back_1($1, $2, $3, $4::bytea, $5::smallint, $6::boolean, $7::boolean, $8::integer,
    $9::uuid[], $10::text[], $11::smallint[], $12, $13, $14, $15, $16::bigint, $17::bigint,
    $18::bigint, $19, $20::integer, $21::bigint, $22, $23, $24, $25, $26::bigint, $27);
