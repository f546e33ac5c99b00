-- Who has signed in, and where: at most one row for a member; one a house for a founder.
-- $1 house name text or NULL: any.
-- Rows: (house int, house name, currency, timezone, prefix, own name or '', own role or -1).
SELECT o.house, o.name, o.currency, o.timezone, o.prefix, coalesce(l.name, ''), coalesce(l.role, -1)
FROM loge.house AS o
LEFT JOIN loge.login AS l ON l.house = o.house AND l.login = session_user
WHERE $1::text IS NULL OR o.name = $1
ORDER BY l.house IS NULL, o.house;
