-- Who is shut out at this moment. $1 most int. Rows: as list_abuse has them.
SELECT a.asker, a.rule, a.at, a.until, a.unblocked_by, a.unblocked_at,
    a.count, a.most, a.first_at, a.last_at, a.client, a.route, a.show
FROM loge.abuse AS a
WHERE a.unblocked_at = 0 AND a.until > loge.now_ms()
ORDER BY a.until DESC
LIMIT $1;
