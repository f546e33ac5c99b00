-- name: back_intent store: pg
-- What a service had kept of an intent, at a house that went back. $1 the past it goes on from, $2 what the
-- key of the service's till gives, $3 the row, $4 its holds uuid[], $5 seats text[], $6 types smallint[], $7 the
-- client's name. Rows: one, empty.
SELECT loge.intent_back($1, $2, ($3::loge.intent_row[])[1], $4::uuid[], $5::text[], $6::smallint[], $7);

-- name: delete_old_kept_intents store: lite
-- $1 at int: those that are older go, unless the house is still to have them.
DELETE FROM kept_intent WHERE owed = 0 AND at < $1;

-- name: list_owed_intents store: lite
-- What the house is still to have, the oldest first. $1 int: at most. Rows: (body).
SELECT k.body FROM kept_intent AS k WHERE k.owed = 1 ORDER BY k.at LIMIT $1;

-- name: next_intent store: pg
-- When an intent will be due again. Rows: one; NULL when none will.
SELECT min(i.next_at) FROM loge.intent AS i WHERE i.next_at < 9223372036854775807;

-- name: open_intent store: pg
-- A new intent. $1 the row, $2 its holds uuid[], $3 seats text[], $4 types smallint[]. Rows: one, whether
-- there is such a row now in these words.
SELECT loge.intent_open(($1::loge.intent_row[])[1], $2::uuid[], $3::text[], $4::smallint[]);

-- name: owe_kept_intents store: lite
-- The house went back: it is to have what is kept since $1 at int.
UPDATE kept_intent SET owed = 1 WHERE owed = 0 AND at >= $1;

-- name: put_kept_intent store: lite
-- Keeps an intent as the house has it now; notes of several programs come in any order. $1 id blob, $2
-- version int, $3 at int, $4 body blob.
INSERT INTO kept_intent (id, version, at, body) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, at = excluded.at, body = excluded.body
WHERE excluded.version > kept_intent.version;

-- name: read_intent store: pg
-- One intent, with the client's name. $1 id uuid, or NULL and $2 the provider's name for it, or $3 ticket uuid: the newest for
-- a fee of its bags. Rows: none or one, with what the house gave back of it, and whether its check-in
-- waits for that fee no more. The name is looked up in a SELECT of its own: row-level security would make
-- a filter of a bare coalesce() and read every intent.
SELECT {columns intent i}, w.id,
    array_to_string(i.holds, ','), array_to_string(i.seats, E'\n'),
    array_to_string(i.types, ','),
    i.ticket IS NOT NULL AND NOT EXISTS (SELECT 1 FROM loge.checkin AS c WHERE c.house = i.house
        AND c.ticket = i.ticket AND c.entry = i.entry AND c.version = i.asked
        AND c.status = :CHECKIN_WAITING),
    (SELECT -coalesce(sum(p.amount), 0) FROM loge.payment AS p
        WHERE p.house = i.house AND p.sale = i.sale AND p.amount < 0
            AND p.auth = loge.intent_auth(i.id))::bigint,
    coalesce((SELECT h.till FROM loge.hold AS h WHERE h.house = i.house AND h.id = i.holds[1]), '')
FROM loge.intent AS i
JOIN loge.show AS w ON w.house = i.house AND w.no = i.show_no
WHERE i.id = (SELECT coalesce($1, (SELECT j.id FROM loge.intent AS j WHERE j.ref = $2 AND j.ref <> ''
    ORDER BY j.made_at LIMIT 1), (SELECT j.id FROM loge.intent AS j WHERE j.ticket = $3
    ORDER BY j.made_at DESC, j.id DESC LIMIT 1)));

-- name: save_intent store: pg
-- An intent as it stands now. $1 the row. Rows: one, whether it was kept.
SELECT loge.intent_save(($1::loge.intent_row[])[1]);

-- name: settle_kept_intent store: lite
-- The house has it, or cannot have it. $1 id blob, $2 int: as it stood in that version.
UPDATE kept_intent SET owed = 0 WHERE id = $1 AND version = $2;

-- name: take_intents store: pg
-- Intents that are due, the caller's for a while. $1 for how many ms bigint, $2 at most integer.
-- Rows: their ids.
SELECT loge.intent_due($1::bigint, $2::integer);

-- name: wipe_kept_intents store: lite
-- Nobody's name stays in what a till has kept of payments. No parameters.
DELETE FROM kept_intent;
