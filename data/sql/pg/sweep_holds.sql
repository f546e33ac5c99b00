-- Frees seats of holds that are over. $1 actor, $2 till, $3 role, $4 until bigint, $5 limit int.
-- Rows: one (holds, seats).
SELECT holds, seats FROM loge.sweep_1($1, $2, $3::smallint, $4::bigint, $5::integer);
