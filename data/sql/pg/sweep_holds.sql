-- Frees seats of holds that are over. $1 actor, $2 till, $3 role, $4 until bigint, $5 limit int.
-- Rows: one (holds, seats, freed bytea: show int4, number int4, version int8 of each, in order;
-- the server's clock).
SELECT holds, seats, freed, loge.now_ms() FROM loge.sweep_1($1, $2, $3::smallint, $4::bigint, $5::integer);
