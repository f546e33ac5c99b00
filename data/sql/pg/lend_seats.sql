-- Seats for a till alone: $1 its device, $2 shows, $3 seats. Rows: one (how many).
SELECT loge.lend_1($1::uuid, $2::integer[], $3::integer[]);
