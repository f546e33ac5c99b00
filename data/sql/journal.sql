-- name: insert_entry store: lite
-- Puts an entry behind the last one.
-- $1 seq int, $2 epoch int, $3 uid blob, $4 kind int, $5 final int, $6 at int, $7 hash blob,
-- $8 signature blob, $9 body blob.
INSERT INTO entry (seq, epoch, uid, kind, final, at, hash, signature, body)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: insert_entry_state store: lite
-- ... and it has no verdict yet. $1 seq int, $2 kept int.
INSERT INTO entry_state (seq, kept) VALUES ($1, $2);

-- name: keep_entry store: lite
-- A later entry goes on with what this one holds. $1 seq int.
UPDATE entry_state SET kept = 1 WHERE seq = $1;

-- name: list_entries store: lite
-- The journal from an entry on, in order. $1 seq int. Rows: (seq, epoch, hash, signature, body).
SELECT seq, epoch, hash, signature, body FROM entry WHERE seq >= $1 ORDER BY seq;

-- name: list_entry_proofs store: pg
-- What proves whose the entries are that came home, a page of $4 bigint after (device, seq, epoch) $1 uuid
-- (NULL at first), $2 bigint, $3 bigint.
-- Rows: (device, seq, epoch, the till's name, its public key, hash of the entry, signature, body, whether it was
-- done; not if that was before and under another number).
SELECT e.device, e.seq, e.epoch, j.till, j.public_key, e.hash, e.signature, e.body,
    e.state IN (:ENTRY_ACCEPTED, :ENTRY_REBASED) AND EXISTS (SELECT 1 FROM loge.receipt AS r
        WHERE r.house = e.house AND r.key = e.uid AND r.at = e.at)
FROM loge.entry AS e
JOIN loge.journal AS j ON j.device = e.device
WHERE (e.device, e.seq, e.epoch)
    > (coalesce($1, '00000000-0000-0000-0000-000000000000'::uuid), $2::bigint, $3::bigint)
ORDER BY e.device, e.seq, e.epoch
LIMIT $4::bigint;

-- name: list_strangers store: pg
-- Which of these people have not signed in at that till: $1 uuid[] devices, $2 text[] people. Rows: (their number,
-- from 1).
SELECT q.n FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS q (device, person, n)
WHERE NOT EXISTS (SELECT 1 FROM loge.signed_in AS s WHERE s.device = q.device AND s.person = q.person)
ORDER BY q.n;

-- name: list_unlike_moves store: pg
-- Which of these the house has otherwise, or not: $1 loge.move_row[]. (A shift that was closed at the house
-- takes no more money: then it stands in another.) Rows: (their number, from 1).
SELECT r.ordinality FROM unnest($1::loge.move_row[]) WITH ORDINALITY AS r
WHERE NOT EXISTS (SELECT 1 FROM loge.shift_move AS m
    WHERE m.shift IN (r.shift, encode(substr(sha256(uuid_send(r.shift)), 1, 16), 'hex')::uuid)
        AND m.id = r.id AND (m.kind, m.amount, m.reason) = (r.kind, r.amount, r.reason));

-- name: list_unlike_payments store: pg
-- The same of $1 loge.payment_row[].
SELECT r.ordinality FROM unnest($1::loge.payment_row[]) WITH ORDINALITY AS r
WHERE NOT EXISTS (SELECT 1 FROM loge.payment AS p
    WHERE p.sale = r.sale AND p.id = r.id
        AND (p.tender, p.amount, p.given, p.auth, p.voucher, p.reason)
            = (r.tender, r.amount, r.given, r.auth, r.voucher, r.reason));

-- name: list_unlike_tickets store: pg
-- The same of $1 loge.ticket_row[]: as they were sold, whatever became of them.
SELECT r.ordinality FROM unnest($1::loge.ticket_row[]) WITH ORDINALITY AS r
WHERE NOT EXISTS (SELECT 1 FROM loge.ticket AS t
    WHERE t.sale = r.sale AND t.id = r.id
        AND (t.code, t.show_no, t.seat_no, t.type, t.class_no, t.generation, t.price, t.discount, t.fee, t.tax,
            t.total, t.sold_by, t.till)
            = (r.code, r.show_no, r.seat_no, r.type, r.class_no, r.generation, r.price, r.discount, r.fee, r.tax,
            r.total, r.sold_by, r.till));

-- name: list_journal store: lite
-- The journal from an entry on with what the house made of it, in order. $1 seq int.
-- Rows: (seq, epoch, at, final, state, reason, settled_at, hash, signature, body). An entry whose
-- state is gone counts as pending.
SELECT e.seq, e.epoch, e.at, e.final, coalesce(s.state, :ENTRY_PENDING),
    coalesce(s.reason, :VERDICT_OK), coalesce(s.settled_at, 0), e.hash, e.signature, e.body
FROM entry AS e LEFT JOIN entry_state AS s USING (seq) WHERE e.seq >= $1 ORDER BY e.seq;

-- name: list_tails store: pg
-- What the house has of journals up to what was told of them. $1 till number (NULL: of each up to the
-- furthest), $2 epoch, $3 seq.
-- Rows: (till, number, epoch, seq, told by, told at, epoch now, its start, last entry, last of the
-- epoch, state, reason, arrived at, quarantine, heard at, struck by, struck at, struck for, made at,
-- the entry's bytes: their number, they).
SELECT k.till, k.no, k.epoch, k.seq, k.told_by, k.told_at, k.now_epoch, k.start_seq, k.last_seq,
    k.had, k.state, k.reason, k.arrived_at, k.quarantine, k.heard_at, k.struck_by, k.struck_at,
    k.struck_for, k.made_at, k.size, k.body
FROM loge.tails($1::integer, $2::bigint, $3::bigint) AS k;

-- name: mark_entries store: lite
-- Entries that are on their way to the house, or not any more; a verdict stays.
-- $1 first int, $2 last int, $3 state int.
UPDATE entry_state SET state = $3 WHERE seq BETWEEN $1 AND $2 AND state <= :ENTRY_SENT AND state <> $3;

-- name: note_tail store: pg
-- A paper of an entry was shown that has not arrived. $1 till number, $2 epoch, $3 seq.
-- Rows: one (answer).
SELECT loge.tail_note($1::integer, $2::bigint, $3::bigint);

-- name: put_kept_past store: lite
-- $1 past text.
INSERT OR REPLACE INTO kept_past (one, past) VALUES (1, $1);

-- name: read_entry store: lite
-- An entry as it travels. $1 seq int.
-- Rows: at most one (epoch, kept, hash, signature, body).
SELECT e.epoch, s.kept, e.hash, e.signature, e.body
FROM entry AS e JOIN entry_state AS s USING (seq) WHERE e.seq = $1;

-- name: read_kept_past store: lite
-- Rows: at most one (past).
SELECT past FROM kept_past WHERE one = 1;

-- name: settle_entry store: lite
-- The house's verdict on an entry. $1 seq int, $2 state int, $3 reason int, $4 heading int, $5 at int.
UPDATE entry_state SET state = $2, reason = $3, heading = $4, settled_at = $5 WHERE seq = $1;

-- name: strike_tail store: pg
-- What was told of a journal counts no more. $1 till number, $2 epoch, $3 seq, $4 why.
-- Rows: one (answer).
SELECT loge.tail_strike($1::integer, $2::bigint, $3::bigint, $4);
