-- An intent as it stands now. $1 id uuid, $2 version seen bigint, $3 here, $4 there smallint, $5
-- wanted, $6 told boolean, $7 next_at bigint, $8 tries integer, $9 ref, $10 token, $11 refunded
-- bigint, $12 sale uuid, $13 note. Rows: one, whether it was kept.
SELECT loge.intent_save_1($1, $2::bigint, $3::smallint, $4::smallint, $5::boolean, $6::boolean,
    $7::bigint, $8::integer, $9, $10, $11::bigint, $12, $13);
