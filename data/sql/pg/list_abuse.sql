-- Who asked too fast, the newest first. $1 most int. Rows: (asker, rule, at, until, unblocked by,
-- unblocked at, count, most, first at, last at, client, route, show).
SELECT a.asker, a.rule, a.at, a.until, a.unblocked_by, a.unblocked_at,
    a.count, a.most, a.first_at, a.last_at, a.client, a.route, a.show
FROM loge.abuse AS a
ORDER BY a.at DESC
LIMIT $1;
