-- A house by its name. $1 name text. Rows: at most one (house int).
SELECT house FROM loge.house WHERE name = $1;
