-- Everybody, by name. Rows: (name, version, role, disabled, failures, locked_until, pin_hash).
SELECT name, version, role, disabled, failures, locked_until, pin_hash FROM staff ORDER BY name;
