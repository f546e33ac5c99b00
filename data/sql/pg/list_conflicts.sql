-- Conflicts: $1 only those to decide (then the most urgent first, else the newest), $2 limit.
-- Rows: (id, till, actor, seq, made, at, deadline, heading, reason, show, its id, title, start, sale,
-- code, name, email, phone, currency, paid, total, tender, outcome, decided by, note, decided at).
SELECT c.id, c.till, c.actor, c.seq, c.made_at, c.at, c.deadline, c.heading, c.reason, c.show_no,
    coalesce(w.id, ''), coalesce(w.title, ''), coalesce(w.starts_at, 0), c.sale,
    coalesce(s.code, ''), coalesce(s.name, ''), coalesce(s.email, ''), coalesce(p.phone, ''),
    coalesce(s.currency, ''), coalesce(s.paid, 0), coalesce(s.total, 0),
    coalesce((SELECT m.tender FROM loge.payment AS m WHERE m.house = c.house AND m.sale = c.sale
        ORDER BY m.at, m.id LIMIT 1), :TENDER_CASH::smallint), c.outcome, c.decided_by, c.note, c.decided_at
FROM loge.conflict AS c
LEFT JOIN loge.show AS w ON w.house = c.house AND w.no = c.show_no
LEFT JOIN loge.sale AS s ON s.house = c.house AND s.id = c.sale
LEFT JOIN loge.customer AS p ON p.house = c.house AND p.id = s.customer
WHERE c.outcome = :CONFLICT_OPEN OR NOT $1::boolean
ORDER BY CASE WHEN $1::boolean THEN c.deadline ELSE -c.at END, c.till, c.seq
LIMIT $2::integer;
