-- Every hall, by id. Rows: (id, name, no, seats, next_seat, plan_version, version).
SELECT id, name, no, seats, next_seat, plan_version, version FROM loge.hall ORDER BY id;
