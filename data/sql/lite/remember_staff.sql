-- How a person shows who he is without the house. ?1 name, ?2 role, ?3 pin_hash.
INSERT INTO staff (name, role, disabled, failures, locked_until, pin_hash, badge, version)
VALUES (?1, ?2, 0, 0, 0, ?3, '', 1)
ON CONFLICT (name) DO UPDATE SET role = ?2, disabled = 0, failures = 0, locked_until = 0,
    pin_hash = ?3;
