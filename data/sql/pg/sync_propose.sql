-- Other seats for the losers of these conflicts: $1 device, $2 proof, $3 conflicts, $4 events so far,
-- $5 holds that gave way. Rows: one (events then).
SELECT loge.sync_propose_2($1::uuid, $2::bytea, $3::uuid[], $4::integer, $5::uuid[]);
