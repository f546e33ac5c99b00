-- name: add_way store: pg
-- A way for letters. $1 channel smallint, $2 address, $3 secret bytea. Rows: one: its number; below 0: it was there, with that number.
SELECT loge.way_add($1::smallint, $2, $3);

-- name: count_pay_letters store: pg
-- How many messages of the payment provider fit no payment of the house. No parameters. Rows: one.
SELECT count(*)
FROM loge.pay_letter;

-- name: drop_pay_letter store: pg
-- A message of the payment provider's that somebody has looked at. $1 its name. Rows: one: was it
-- there?
SELECT loge.pay_letter_drop($1);

-- name: end_way store: pg
-- $1 number int. Rows: one: whether there was one.
SELECT loge.way_end($1::integer);

-- name: list_letters store: pg
-- $1 status smallint, $2 at most int. Rows: letters, the oldest first.
SELECT o.id, w.channel, w.address, o.kind, o.show_no, o.subject, o.addressee, o.made_at, o.tries,
    o.due_at, o.settled_at, o.fault
FROM loge.outbox AS o
JOIN loge.post_way AS w ON w.house = o.house AND w.no = o.way
WHERE o.status = $1::smallint
ORDER BY o.made_at, o.tx, o.id
LIMIT $2::integer;

-- name: list_pay_letters store: pg
-- Messages of the payment provider that fit nothing, newest first. $1 at most integer. Rows: so
-- many.
SELECT l.event, l.ref, l.at, l.body
FROM loge.pay_letter AS l
ORDER BY l.at DESC, l.event
LIMIT $1::integer;

-- name: list_ways store: pg
-- Rows: where the house sends to, by number, with how much waits, is dead, and was sent.
SELECT w.no, w.channel, w.address, w.made_by, w.made_at,
    (SELECT count(*) FROM loge.outbox AS o WHERE o.house = w.house AND o.way = w.no
        AND o.status = :LETTER_WAITING),
    (SELECT count(*) FROM loge.outbox AS o WHERE o.house = w.house AND o.way = w.no
        AND o.status = :LETTER_DEAD),
    (SELECT count(*) FROM loge.outbox AS o WHERE o.house = w.house AND o.way = w.no
        AND o.status = :LETTER_SENT)
FROM loge.post_way AS w
WHERE w.ended_at = 0
ORDER BY w.no;

-- name: put_pay_letter store: pg
-- A message of the payment provider's that fits nothing. $1 its name, $2 the provider's name of
-- what it is about, $3 as it came. Rows: one, of nothing.
SELECT loge.pay_letter_put($1, $2, $3);

-- name: requeue_letters store: pg
-- $1 letter uuid, NULL: all. Rows: one: how many.
SELECT loge.outbox_requeue($1);

-- name: settle_letter store: pg
-- $1 letter uuid, $2 round int, $3 status smallint, $4 tried boolean, $5 again in ms bigint, $6 fault.
-- Rows: one: whether it counted.
SELECT loge.outbox_settle($1, $2::integer, $3::smallint, $4::boolean, $5::bigint, $6);

-- name: take_letters store: pg
-- $1 at most int, $2 for how many ms bigint, $3 mails (else for web servers) boolean. Rows: letters, by
-- when they were written.
SELECT id, channel, address, secret, kind, show_no, subject, addressee, made_at, round, tries,
    first_event, last_event
FROM loge.outbox_take($1::integer, $2::bigint, $3::boolean);
