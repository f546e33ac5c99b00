-- A member of staff. ?1 name text. Rows: at most one (name, version, role, disabled, failures, locked_until, pin_hash,
-- badge).
SELECT name, version, role, disabled, failures, locked_until, pin_hash,
    badge FROM staff WHERE name = ?1;
