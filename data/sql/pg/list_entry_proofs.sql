-- What proves whose the entries are that came home, a page of $4 bigint after (device, seq, epoch) $1 uuid
-- (NULL at first), $2 bigint, $3 bigint.
-- Rows: (device, seq, epoch, the till's name, its public key, hash of the entry, signature).
SELECT e.device, e.seq, e.epoch, j.till, j.public_key, e.hash, e.signature
FROM loge.entry AS e
JOIN loge.journal AS j ON j.device = e.device
WHERE (e.device, e.seq, e.epoch)
    > (coalesce($1, '00000000-0000-0000-0000-000000000000'::uuid), $2::bigint, $3::bigint)
ORDER BY e.device, e.seq, e.epoch
LIMIT $4::bigint;
