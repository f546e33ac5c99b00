-- A till that keeps a journal: $1 device, $2 till, $3 public key, $4 proof. Rows: one (uuid of the
-- house, the till's number).
SELECT * FROM loge.enrol_1($1::uuid, $2, $3::bytea, $4::bytea);
