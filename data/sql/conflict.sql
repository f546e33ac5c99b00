-- name: count_conflicts store: pg
-- Rows: one (conflicts that are to be decided).
SELECT count(*) FROM loge.conflict AS c WHERE c.outcome = :CONFLICT_OPEN;

-- name: list_conflict_seats store: pg
-- The seats of a conflict as they are now: $1 its id. Rows: (0 wanted or 1 held for the loser, seat,
-- label, status, owner, till, code, since, price, admitted, and who signed for what brought it there, who
-- checked that, at which till).
SELECT q.kind, q.seat_no, h.label, t.status, coalesce(d.holder, s.sold_by, ''),
    coalesce(d.till, s.till, ''), coalesce(s.code, ''), coalesce(d.created_at, s.sold_at, 0),
    coalesce(k.total, 0), EXISTS (SELECT 1 FROM loge.admission AS a WHERE a.house = c.house
        AND a.ticket = k.id AND a.entries > 0),
    coalesce(v.approver, ''), coalesce(v.approval, :APPROVAL_NONE), coalesce(v.till, '')
FROM loge.conflict AS c
JOIN loge.show AS w ON w.house = c.house AND w.no = c.show_no
CROSS JOIN LATERAL (SELECT 0 AS kind, u.seat_no FROM unnest(c.seats) AS u (seat_no)
    UNION ALL
    SELECT 1, m.seat_no FROM loge.claim AS m
    WHERE m.house = c.house AND m.hold_id = c.proposal AND (m.live OR c.outcome = :CONFLICT_OTHER)) AS q
JOIN loge.hall_seat AS h ON h.house = c.house AND h.hall_no = w.hall_no AND h.seat_no = q.seat_no
JOIN loge.show_seat AS t ON t.house = c.house AND t.show_no = c.show_no AND t.seat_no = q.seat_no
LEFT JOIN loge.hold AS d ON t.status = :SEAT_HELD AND d.house = c.house AND d.id = t.holder
LEFT JOIN loge.sale AS s ON t.status = :SEAT_SOLD AND s.house = c.house AND s.id = t.holder
LEFT JOIN loge.ticket AS k ON k.house = c.house AND k.show_no = c.show_no AND k.seat_no = q.seat_no
    AND k.status = :TICKET_VALID
LEFT JOIN LATERAL (SELECT e.approver, e.approval, e.till FROM loge.story(t.holder) AS e
    WHERE e.show_no = c.show_no AND e.seat_no = q.seat_no AND e.approval <> :APPROVAL_NONE
    ORDER BY e.version DESC LIMIT 1) AS v ON true
WHERE c.id = $1::uuid
ORDER BY q.kind, h.pos;

-- name: list_conflicts store: pg
-- Conflicts: $1 only those to decide (then the most urgent first, else the newest), $2 limit; or ($3)
-- the one with this id.
-- Rows: (a conflict, its show's id, title and start, of its sale code, name, email, phone, currency,
-- paid, total, first tender).
SELECT {columns conflict c}, coalesce(w.id, ''), coalesce(w.title, ''), coalesce(w.starts_at, 0),
    coalesce(s.code, ''), coalesce(s.name, ''), coalesce(s.email, ''), coalesce(p.phone, ''),
    coalesce(s.currency, ''), coalesce(s.paid, 0), coalesce(s.total, 0),
    coalesce((SELECT m.tender FROM loge.payment AS m WHERE m.house = c.house AND m.sale = c.sale
        ORDER BY m.at, m.id LIMIT 1), :TENDER_CASH::smallint)
FROM loge.conflict AS c
LEFT JOIN loge.show AS w ON w.house = c.house AND w.no = c.show_no
LEFT JOIN loge.sale AS s ON s.house = c.house AND s.id = c.sale
LEFT JOIN loge.customer AS p ON p.house = c.house AND p.id = s.customer
WHERE CASE WHEN $3::uuid IS NULL THEN c.outcome = :CONFLICT_OPEN OR NOT $1::boolean ELSE c.id = $3 END
ORDER BY CASE WHEN $1::boolean THEN c.deadline ELSE -c.at END, c.till, c.seq
LIMIT $2::integer;
