-- $1 status smallint, $2 at most int. Rows: letters, the oldest first.
SELECT o.id, w.channel, w.address, o.kind, o.show_no, o.subject, o.addressee, o.made_at, o.tries,
    o.due_at, o.settled_at, o.fault
FROM loge.outbox AS o
JOIN loge.post_way AS w ON w.house = o.house AND w.no = o.way
WHERE o.status = $1::smallint
ORDER BY o.made_at, o.tx, o.id
LIMIT $2::integer;
