-- The history of one seat, oldest first. $1 after bigint, $2 show_no, $3 actor or '', $4 till or '',
-- $5 subject uuid or NULL, $6 limit (-1: all), $7 seat_no. Rows: events, see get_event().
SELECT e.id, e.at, e.act, e.actor, e.till, e.approver, e.role, e.show_no, e.seat_no, e.version, e.was,
    e.became, e.subject, e.held_ms, e.reason, e.note, e.key, e.address, e.client,
    coalesce((SELECT h.label FROM loge.show AS w JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no
        WHERE w.no = e.show_no AND h.seat_no = e.seat_no), '')
FROM loge.event AS e
WHERE e.show_no = $2::integer AND e.seat_no = $7::integer AND e.seat_no >= 0 AND e.id > $1::bigint
    AND ($3 = '' OR e.actor = $3) AND ($4 = '' OR e.till = $4)
    AND ($5::uuid IS NULL OR e.subject = $5)
ORDER BY e.version ASC LIMIT nullif($6::bigint, -1);
