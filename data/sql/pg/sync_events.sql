-- Seats that changed after event $1, at most $2; rows as loge.sync_events_1 says.
SELECT * FROM loge.sync_events_1($1::bigint, $2::integer);
