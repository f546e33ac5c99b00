-- Everybody, by name. Rows: (name, version, role, disabled, failures, locked_until, pin_hash,
-- badge).
SELECT {columns staff} FROM staff ORDER BY name;
