-- One intent. $1 id uuid, or NULL and $2 the provider's name for it. Rows: none or one, with what
-- the house gave back of it.
SELECT i.id, i.here, i.there, i.wanted, i.told, i.show_no, w.id,
    array_to_string(i.holds, ','), array_to_string(i.seats, E'\n'),
    array_to_string(i.types, ','), i.voucher, i.name, i.email, i.currency, i.amount, i.made_at,
    i.deadline, i.next_at, i.tries, i.ref, i.token, i.refunded,
    (SELECT -coalesce(sum(p.amount), 0) FROM loge.payment AS p
        WHERE p.house = i.house AND p.sale = i.sale AND p.amount < 0
            AND p.auth = loge.intent_auth(i.id))::bigint,
    i.sale, i.note, i.version
FROM loge.intent AS i
JOIN loge.show AS w ON w.house = i.house AND w.no = i.show_no
WHERE i.id = coalesce($1, (SELECT j.id FROM loge.intent AS j WHERE j.ref = $2 AND j.ref <> ''
    ORDER BY j.made_at LIMIT 1));
