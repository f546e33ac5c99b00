-- Everybody by name, or one. $1 name text or NULL.
-- Rows: (name, version, role, disabled, failures, locked_until, pin_hash,
-- badge).
SELECT {columns staff} FROM loge.staff_1($1);
