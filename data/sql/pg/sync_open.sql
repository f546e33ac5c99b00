-- A till as the house knows it, and the house; see loge.sync_open_3. Rows: at most one.
SELECT * FROM loge.sync_open_3($1::integer, $2::uuid, $3::bytea, $4::boolean);
