-- name: beat_worker store: pg
-- A worker lives. $1 worker, $2 instance, $3 since, $4 runs, $5 done, $6 failures bigint, $7 fault,
-- $8 whether it goes on. Rows: one, of nothing.
SELECT loge.beat($1, $2, $3::bigint, $4::bigint, $5::bigint, $6::bigint, $7, $8::boolean);

-- name: count_connections store: pg
-- How many connections the server has now, and how many it gives to tills. Rows: one.
SELECT (SELECT coalesce(sum(d.numbackends), 0) FROM pg_stat_database AS d)::bigint,
    current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint;

-- name: count_service store: pg
-- What waits in the house: people in line and with an offer, letters to be sent and dead, payments
-- that are not at their end, conflicts to be decided, tills whose journal is shut out, messages of
-- the payment provider that fit no payment, how often the house went back and nobody settled it.
-- Rows: one.
SELECT
    (SELECT count(*) FROM loge.waitlist WHERE status = :WAIT_WAITING),
    (SELECT count(*) FROM loge.waitlist WHERE status = :WAIT_OFFERED),
    (SELECT count(*) FROM loge.outbox WHERE status = :LETTER_WAITING),
    (SELECT count(*) FROM loge.outbox WHERE status = :LETTER_DEAD),
    (SELECT count(*) FROM loge.intent WHERE next_at < 9223372036854775807),
    (SELECT count(*) FROM loge.conflict WHERE outcome = :CONFLICT_OPEN),
    (SELECT count(*) FROM loge.journal WHERE quarantine BETWEEN :QUARANTINE_FORK AND :QUARANTINE_FORGED),
    (SELECT count(*) FROM loge.pay_letter),
    (SELECT count(*) FROM loge.went_back WHERE settled_at = 0);

-- name: list_workers store: pg
-- Rows: the workers that said they live, by name, with the house's clock.
SELECT w.worker, w.instance, w.started_at, w.beat_at, w.runs, w.done, w.failures, w.fault,
    loge.now_ms()
FROM loge.worker_status AS w
ORDER BY w.worker, w.instance;

-- name: read_strain store: pg
-- What has to wait: events that nobody is told of yet, because a transaction that began before them is
-- still open; holds that are over and not freed yet; and holds that wait for a payment while no
-- service completes payments. No parameters.
-- Rows: one (how old the first such event is, how many such holds, for how long the first, how many
-- wait for a payment: in ms).
SELECT coalesce((SELECT loge.now_ms() - e.at FROM loge.event AS e
        WHERE e.id >= (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + loge.event_base()) << 20
        ORDER BY e.id LIMIT 1), 0),
    count(*), coalesce(loge.now_ms() - min(h.expires_at), 0),
    CASE WHEN EXISTS (SELECT FROM loge.worker_status AS w
            WHERE w.worker = 'payments' AND w.beat_at > loge.now_ms() - 60000)
        THEN 0 ELSE (SELECT count(*) FROM loge.hold AS p WHERE p.status = :HOLD_PAYING) END
FROM loge.hold AS h
WHERE h.status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND h.expires_at <= loge.now_ms()
    AND (h.status = :HOLD_ACTIVE OR h.paying_until <= loge.now_ms());
