-- A new member of staff. ?1 name, ?3 role, ?4 disabled, ?5 failures, ?6 locked_until, ?7 pin_hash,
-- ?8 badge. (?2: for the update.)
INSERT INTO staff (name, role, disabled, failures, locked_until, pin_hash, badge, version)
VALUES (?1, ?3, ?4, ?5, ?6, ?7, ?8, 1);
