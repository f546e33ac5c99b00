-- Who asked too fast, the newest first. $1 most int. Rows: (asker, rule, at, until, unblocked by,
-- unblocked at).
SELECT a.asker, a.rule, a.at, a.until, a.unblocked_by, a.unblocked_at
FROM loge.abuse AS a
ORDER BY a.at DESC
LIMIT $1;
