-- A member of staff as the house has him: how he shows that he is it stays with this machine, and
-- is forgotten when he is sent away. ?1 name, ?2 role, ?3 disabled, ?4 version.
INSERT INTO staff (name, role, disabled, failures, locked_until, pin_hash, badge, version)
VALUES (?1, ?2, ?3, 0, 0, '', '', ?4)
ON CONFLICT (name) DO UPDATE SET role = ?2, disabled = ?3, version = ?4,
    pin_hash = CASE WHEN ?3 THEN '' ELSE pin_hash END;
