-- A hall by its id. $1 id text. Rows: at most one (id, name, no, seats, next_seat, plan_version, version).
SELECT id, name, no, seats, next_seat, plan_version, version FROM loge.hall WHERE id = $1;
