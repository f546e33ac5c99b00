-- One intent, with the client's name. $1 id uuid, or NULL and $2 the provider's name for it, or $3 ticket uuid: the newest for
-- a fee of its bags. Rows: none or one, with what the house gave back of it, and whether its check-in
-- waits for that fee no more. The name is looked up in a SELECT of its own: row-level security would make
-- a filter of a bare coalesce() and read every intent.
SELECT i.id, i.here, i.there, i.wanted, i.told, i.show_no, w.id,
    array_to_string(i.holds, ','), array_to_string(i.seats, E'\n'),
    array_to_string(i.types, ','), i.ticket, coalesce(i.entry, 0), coalesce(i.asked, 0),
    i.ticket IS NOT NULL AND NOT EXISTS (SELECT 1 FROM loge.checkin AS c WHERE c.house = i.house
        AND c.ticket = i.ticket AND c.entry = i.entry AND c.version = i.asked
        AND c.status = :CHECKIN_WAITING),
    i.voucher, i.name, i.email, i.currency, i.amount, i.made_at,
    i.deadline, i.next_at, i.tries, i.ref, i.token, i.refunded,
    (SELECT -coalesce(sum(p.amount), 0) FROM loge.payment AS p
        WHERE p.house = i.house AND p.sale = i.sale AND p.amount < 0
            AND p.auth = loge.intent_auth(i.id))::bigint,
    i.sale, i.note, i.print, i.version,
    coalesce((SELECT h.till FROM loge.hold AS h WHERE h.house = i.house AND h.id = i.holds[1]), '')
FROM loge.intent AS i
JOIN loge.show AS w ON w.house = i.house AND w.no = i.show_no
WHERE i.id = (SELECT coalesce($1, (SELECT j.id FROM loge.intent AS j WHERE j.ref = $2 AND j.ref <> ''
    ORDER BY j.made_at LIMIT 1), (SELECT j.id FROM loge.intent AS j WHERE j.ticket = $3
    ORDER BY j.made_at DESC, j.id DESC LIMIT 1)));
