-- Everybody, by name. Rows: (name, version, role, disabled, failures, locked_until, pin_hash,
-- badge).
SELECT name, version, role, disabled, failures, locked_until, pin_hash,
    badge FROM staff ORDER BY name;
