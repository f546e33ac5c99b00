-- name: insert_event store: lite
-- One line of the log: an event. The new id is the last insert rowid.
INSERT INTO event ({columns event}) VALUES ({values event});

-- name: insert_seal store: lite
-- Seals a block. $1 block, $2 first_event, $3 last_event, $4 at, $5 previous blob, $6 hash blob.
INSERT INTO seal (block, first_event, last_event, at, previous, hash)
VALUES ($1, $2, $3, $4, $5, $6);

-- name: list_chain_faults store: pg
-- Where the log and the seats do not fit together: versions that are not one by one, steps that
-- cannot be, steps that do not begin where the one before ended, seats that are not as their last
-- event left them, and transactions whose events are not all there.
-- Rows: (event id or 0, sentence).
WITH step AS (
    SELECT e.id, e.show_no, e.seat_no, e.version, e.act, e.was, e.became,
        lag(e.version, 1, 1::bigint) OVER seat AS version_before,
        lag(e.became) OVER seat AS became_before,
        lead(e.version) OVER seat IS NULL AS last
    FROM loge.event AS e
    WHERE e.seat_no >= 0
    WINDOW seat AS (PARTITION BY e.show_no, e.seat_no ORDER BY e.version)
), named AS (
    SELECT s.show_no, s.seat_no, s.status, s.version, 'seat ' || h.label || ' of ' || w.id AS name
    FROM loge.show_seat AS s
    JOIN loge.show AS w ON w.no = s.show_no
    JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = s.seat_no
)
SELECT p.id, CASE
        WHEN n.name IS NULL THEN 'event ' || p.id || ' is about a seat that does not exist'
        WHEN p.version <> p.version_before + 1 THEN 'event ' || p.id || ': ' || n.name
            || ' goes from version ' || p.version_before || ' to ' || p.version
        WHEN p.was <> p.became_before THEN 'event ' || p.id || ': ' || n.name
            || ' was something else before'
        ELSE 'event ' || p.id || ': ' || n.name || ' cannot take this step'
    END
FROM step AS p
LEFT JOIN named AS n ON n.show_no = p.show_no AND n.seat_no = p.seat_no
WHERE n.name IS NULL OR p.version <> p.version_before + 1 OR p.was <> p.became_before
    OR NOT (p.was * 10000 + p.act * 100 + p.became = ANY (loge.steps()))
UNION ALL
SELECT 0, n.name || ' stands at version ' || n.version || ', its log ends at '
    || coalesce(p.version, 1)
FROM named AS n
LEFT JOIN step AS p ON p.show_no = n.show_no AND p.seat_no = n.seat_no AND p.last
WHERE n.version <> coalesce(p.version, 1) OR n.status <> p.became
    OR (p.id IS NULL AND n.status NOT IN (:SEAT_AVAILABLE, :SEAT_BLOCKED))
UNION ALL
SELECT max(e.id), 'of the events of one act only ' || count(*) || ' of '
    || max(e.id & 1048575) || ' are there'
FROM loge.event AS e
GROUP BY e.id >> 20
HAVING count(*) <> max(e.id & 1048575)
LIMIT 1000;

-- name: list_events
-- The log, oldest first. $1 after bigint (0: from the start), $2 show_no or 0, $3 actor or '',
-- $4 till or '', $5 subject uuid or NULL, $6 limit. Rows: events, see told_event().
SELECT e.id, {columns event e},
    coalesce((SELECT h.label FROM loge.show AS w JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no
        WHERE w.no = e.show_no AND h.seat_no = e.seat_no), '')
FROM loge.event AS e
WHERE e.id > $1::bigint AND ($2::integer = 0 OR e.show_no = $2) AND ($3 = '' OR e.actor = $3)
    AND ($4 = '' OR e.till = $4) AND ($5::uuid IS NULL OR e.subject = $5)
ORDER BY e.id ASC LIMIT $6::bigint;

-- name: list_events_newest
-- The log, newest first. $1 after bigint (0: from the start), $2 show_no or 0, $3 actor or '',
-- $4 till or '', $5 subject uuid or NULL, $6 limit. Rows: events, see told_event().
SELECT e.id, {columns event e},
    coalesce((SELECT h.label FROM loge.show AS w JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no
        WHERE w.no = e.show_no AND h.seat_no = e.seat_no), '')
FROM loge.event AS e
WHERE e.id > $1::bigint AND ($2::integer = 0 OR e.show_no = $2) AND ($3 = '' OR e.actor = $3)
    AND ($4 = '' OR e.till = $4) AND ($5::uuid IS NULL OR e.subject = $5)
ORDER BY e.id DESC LIMIT $6::bigint;

-- name: list_seals
-- Every seal in order. Rows: (block, first_event, last_event, previous, hash).
SELECT block, first_event, last_event, previous, hash FROM loge.seal ORDER BY block;

-- name: list_seat_events
-- The history of one seat, oldest first. $1 after bigint, $2 show_no, $3 actor or '', $4 till or '',
-- $5 subject uuid or NULL, $6 limit, $7 seat_no. Rows: events, see told_event().
SELECT e.id, {columns event e},
    coalesce((SELECT h.label FROM loge.show AS w JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no
        WHERE w.no = e.show_no AND h.seat_no = e.seat_no), '')
FROM loge.event AS e
WHERE e.show_no = $2::integer AND e.seat_no = $7::integer AND e.seat_no >= 0 AND e.id > $1::bigint
    AND ($3 = '' OR e.actor = $3) AND ($4 = '' OR e.till = $4)
    AND ($5::uuid IS NULL OR e.subject = $5)
ORDER BY e.version ASC LIMIT $6::bigint;

-- name: list_seat_events_newest
-- The history of one seat, newest first. $1 after bigint, $2 show_no, $3 actor or '', $4 till or '',
-- $5 subject uuid or NULL, $6 limit, $7 seat_no. Rows: events, see told_event().
SELECT e.id, {columns event e},
    coalesce((SELECT h.label FROM loge.show AS w JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no
        WHERE w.no = e.show_no AND h.seat_no = e.seat_no), '')
FROM loge.event AS e
WHERE e.show_no = $2::integer AND e.seat_no = $7::integer AND e.seat_no >= 0 AND e.id > $1::bigint
    AND ($3 = '' OR e.actor = $3) AND ($4 = '' OR e.till = $4)
    AND ($5::uuid IS NULL OR e.subject = $5)
ORDER BY e.version DESC LIMIT $6::bigint;

-- name: list_story store: pg
-- What befell one hold, sale or shift, oldest first. $1 after bigint (0: from the start), $2 show_no or
-- 0, $3 actor or '', $4 till or '', $5 subject uuid, $6 limit. Rows: events, see told_event().
SELECT e.id, {columns event e},
    coalesce((SELECT h.label FROM loge.show AS w JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no
        WHERE w.no = e.show_no AND h.seat_no = e.seat_no), '')
FROM loge.story($5::uuid) AS e
WHERE e.id > $1::bigint AND ($2::integer = 0 OR e.show_no = $2) AND ($3 = '' OR e.actor = $3)
    AND ($4 = '' OR e.till = $4)
ORDER BY e.id ASC LIMIT $6::bigint;

-- name: list_story_newest store: pg
-- What befell one hold, sale or shift, newest first. $1 after bigint (0: from the start), $2 show_no or
-- 0, $3 actor or '', $4 till or '', $5 subject uuid, $6 limit. Rows: events, see told_event().
SELECT e.id, {columns event e},
    coalesce((SELECT h.label FROM loge.show AS w JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no
        WHERE w.no = e.show_no AND h.seat_no = e.seat_no), '')
FROM loge.story($5::uuid) AS e
WHERE e.id > $1::bigint AND ($2::integer = 0 OR e.show_no = $2) AND ($3 = '' OR e.actor = $3)
    AND ($4 = '' OR e.till = $4)
ORDER BY e.id DESC LIMIT $6::bigint;

-- name: look_log store: pg
-- Is this event in the log, and which is the newest that no running transaction can still precede?
-- $1 id bigint. Rows: one (bool, id bigint or NULL).
SELECT EXISTS (SELECT 1 FROM loge.event AS e WHERE e.id = $1),
    (SELECT e.id FROM loge.event AS e
    WHERE e.id < (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + loge.event_base()) << 20
    ORDER BY e.id DESC LIMIT 1);

-- name: read_event_base store: pg
-- Which cluster this is, and the base of its event ids: the one there was, or after a restore into
-- another cluster one that lets new events count on from the newest there is.
-- Rows: one (cluster bigint, base bigint).
SELECT c.system_identifier, CASE WHEN loge.cluster() IN (0, c.system_identifier)
    THEN loge.event_base()
    ELSE greatest(loge.event_base(), coalesce((SELECT (max(e.id) >> 20) + 1 FROM loge.event AS e), 0)
        - pg_current_xact_id()::text::bigint) END
FROM pg_control_system() AS c;

-- name: read_event_end store: lite
-- The highest event id ever given. Rows: at most one (seq int).
SELECT seq FROM sqlite_sequence WHERE name = 'event';

-- name: read_last_event store: pg
-- The newest event that no running transaction can still precede: whatever commits later has a
-- greater id. Rows: at most one (id bigint).
SELECT e.id FROM loge.event AS e
WHERE e.id < (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + loge.event_base()) << 20
ORDER BY e.id DESC LIMIT 1;

-- name: read_last_event store: lite
-- The newest event's id. Rows: at most one (id int).
SELECT id FROM event ORDER BY id DESC LIMIT 1;

-- name: read_last_seal store: lite
-- The newest seal. Rows: at most one (block, last_event, hash).
SELECT block, last_event, hash FROM seal ORDER BY block DESC LIMIT 1;

-- name: seal_events store: pg
-- Seals blocks of the log. $1 everything bool, $2 limit int. Rows: one (how many).
SELECT loge.seal_events($1::boolean, $2::integer);

-- name: walk_events store: pg
-- The log as it is sealed: columns and order are part of the hash. $1 after bigint, $2 limit (-1: all).
-- Rows: (id, the event).
SELECT id, {columns event}
FROM loge.event WHERE id > $1::bigint ORDER BY id LIMIT nullif($2::bigint, -1);

-- name: walk_events store: lite
-- The log as it is sealed: columns and order are part of the hash. $1 after int, $2 limit (-1: all).
-- Rows: (id, the event).
SELECT id, {columns event}
FROM event WHERE id > $1 ORDER BY id LIMIT $2;
