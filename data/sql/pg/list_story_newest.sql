-- What befell one hold, sale or shift, newest first. $1 after bigint (0: from the start), $2 show_no or
-- 0, $3 actor or '', $4 till or '', $5 subject uuid, $6 limit (-1: all). Rows: events, see get_event().
SELECT e.id, e.at, e.act, e.actor, e.till, e.approver, e.role, e.show_no, e.seat_no, e.version, e.was,
    e.became, e.subject, e.held_ms, e.reason, e.note, e.key, e.address, e.client,
    coalesce((SELECT h.label FROM loge.show AS w JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no
        WHERE w.no = e.show_no AND h.seat_no = e.seat_no), '')
FROM loge.story_1($5::uuid) AS e
WHERE e.id > $1::bigint AND ($2::integer = 0 OR e.show_no = $2) AND ($3 = '' OR e.actor = $3)
    AND ($4 = '' OR e.till = $4)
ORDER BY e.id DESC LIMIT nullif($6::bigint, -1);
