-- A member of staff; a PIN that is only remembered here is shown for as long as it is good. It is good
-- two days before it was remembered, too: the clock of a till that is alone may be wrong.
-- ?1 name text, ?2 now. Rows: at most one (name, version, role, disabled, failures, locked_until,
-- pin_hash, badge).
SELECT s.name, s.version, s.role, s.disabled, s.failures, s.locked_until,
    CASE WHEN c.name IS NULL OR (?2 >= c.since - 172800000 AND ?2 < c.until) THEN s.pin_hash ELSE '' END,
    s.badge
FROM staff AS s LEFT JOIN till_credential AS c ON c.name = s.name
WHERE s.name = ?1;
