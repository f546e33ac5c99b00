-- Who has just signed in, and where: as read_member.sql, and the wrong PINs of a member are
-- forgotten, unless he is locked because of them. $1 house name text or NULL: any.
-- Rows: (house int, house name, currency, timezone, prefix, own name or '', own role or -1, locked for ms).
SELECT o.house, o.name, o.currency, o.timezone, o.prefix, coalesce(l.name, ''), coalesce(l.role, -1),
    CASE WHEN l.login IS NULL THEN 0 ELSE loge.pin_right_1() END
FROM loge.house AS o
LEFT JOIN loge.login AS l ON l.house = o.house AND l.login = session_user
WHERE $1::text IS NULL OR o.name = $1
ORDER BY l.house IS NULL, o.house;
