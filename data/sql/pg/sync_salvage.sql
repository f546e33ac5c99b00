-- Money of acts that cannot be written: $1 device, $2 proof, $3 payments, their sale the entry's key.
SELECT loge.sync_salvage_1($1::uuid, $2::bytea, $3::loge.payment_row[]);
