-- The seats of a conflict as they are now: $1 its id. Rows: (0 wanted or 1 held for the loser, seat,
-- label, status, owner, till, code, since, price, admitted).
SELECT q.kind, q.seat_no, h.label, t.status, coalesce(d.holder, s.sold_by, ''),
    coalesce(d.till, s.till, ''), coalesce(s.code, ''), coalesce(d.created_at, s.sold_at, 0),
    coalesce(k.total, 0), EXISTS (SELECT 1 FROM loge.admission AS a WHERE a.house = c.house
        AND a.ticket = k.id AND a.entries > 0)
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
WHERE c.id = $1::uuid
ORDER BY q.kind, h.pos;
