-- $1 letter uuid, $2 round int, $3 status smallint, $4 tried boolean, $5 again in ms bigint, $6 fault.
-- Rows: one: whether it counted.
SELECT loge.outbox_settle_1($1, $2::integer, $3::smallint, $4::boolean, $5::bigint, $6);
