-- A hello that comes twice begins one session: which one began it is known (src/domain/sync.h).

ALTER TABLE loge.journal ADD COLUMN nonce bigint NOT NULL DEFAULT 0;

-- As loge.sync_open_1, and the nonce of the hello that began the session.
CREATE FUNCTION loge.sync_open_2(program_schema integer, of_device uuid, shown bytea, waits boolean)
RETURNS TABLE (till text, no integer, public_key bytea, quarantine smallint, epoch bigint,
    granted bigint, session bigint, start_seq bigint, last_seq bigint, start_hash bytea,
    last_hash bytea, lent boolean, recall boolean, boot uuid, mono bigint, wall bigint,
    heard_at bigint, house_uid uuid, now_ms bigint, rebase boolean, paid_beats_hold boolean,
    reseat_most integer, lease_ms bigint, last_event bigint, nonce bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    of_house integer;
BEGIN
    SELECT l.house INTO of_house FROM loge.login AS l WHERE l.login = session_user;
    IF waits THEN
        PERFORM 1 FROM loge.journal AS q WHERE q.house = of_house AND q.device = of_device
        FOR NO KEY UPDATE;
    END IF;
    RETURN QUERY
    SELECT o.*, q.nonce
    FROM loge.sync_open_1(program_schema, of_device, shown, waits) AS o
    JOIN loge.journal AS q ON q.house = of_house AND q.device = of_device;
END
$$;

-- The hello that began the session that loge.sync_head_2 writes.
CREATE FUNCTION loge.sync_nonce_1(of_device uuid, shown bytea, of_nonce bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
BEGIN
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device
    FOR NO KEY UPDATE;
    PERFORM loge.speaks_for(me, j, shown);
    UPDATE loge.journal AS q SET nonce = of_nonce
    WHERE q.house = me.house AND q.device = of_device;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.sync_open_2 OWNER TO loge_fn;
ALTER FUNCTION loge.sync_nonce_1 OWNER TO loge_fn;
REVOKE ALL ON FUNCTION loge.sync_open_2, loge.sync_nonce_1 FROM PUBLIC;
GRANT EXECUTE ON FUNCTION loge.sync_open_2, loge.sync_nonce_1
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
REVOKE EXECUTE ON FUNCTION loge.sync_open_1
    FROM loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
SET ROLE loge_fn;

-- As before, but a show's terms are looked up once a show and not once a seat, and the events of
-- acts that were done online only when there are any such acts.
CREATE OR REPLACE FUNCTION loge.sync_read_1(of_device uuid, of_epoch bigint, shows integer[], seats integer[],
    first_seq bigint, last_seq bigint, keys uuid[], afters bigint[], tickets uuid[])
RETURNS TABLE (kind smallint, seq bigint, epoch bigint, show_no integer, seat_no integer,
    version bigint, a bigint, b bigint, c bigint, d bigint, id_a uuid, id_b uuid, x bytea, y bytea)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    PERFORM 1
    FROM unnest(shows, seats) AS r (show_no, seat_no)
    JOIN loge.show_seat AS t ON t.house = me.house AND t.show_no = r.show_no
        AND t.seat_no = r.seat_no
    ORDER BY t.show_no, t.seat_no
    FOR NO KEY UPDATE OF t;
    RETURN QUERY
    SELECT 1::smallint, 0::bigint, 0::bigint, t.show_no, t.seat_no, t.version, t.status::bigint,
        t.held_until, t.open_to + 256 * t.allotment
            + CASE WHEN h.paying_until > me.now_ms THEN 16777216::bigint ELSE 0 END
            + CASE WHEN k.id IS NOT NULL THEN 33554432::bigint ELSE 0 END,
        z.terms, t.holder, NULL::uuid, NULL::bytea, NULL::bytea
    FROM unnest(shows, seats) AS r (show_no, seat_no)
    JOIN loge.show_seat AS t ON t.house = me.house AND t.show_no = r.show_no
        AND t.seat_no = r.seat_no AND NOT t.retired
    JOIN (SELECT q.show_no, loge.terms(me.house, q.show_no) AS terms
        FROM (SELECT DISTINCT w.show_no FROM unnest(shows) AS w (show_no)) AS q OFFSET 0) AS z
        ON z.show_no = t.show_no
    LEFT JOIN loge.hold AS h ON t.status = 1 AND h.house = me.house AND h.id = t.holder
        AND h.status = 1
    LEFT JOIN loge.conflict AS k ON t.status = 1 AND k.house = me.house AND k.proposal = t.holder
        AND k.outcome = 0;
    RETURN QUERY
    SELECT 2::smallint, e.seq, e.epoch, 0, 0, 0::bigint, e.state::bigint, e.reason::bigint,
        e.heading::bigint, 0::bigint, e.device, e.uid, e.hash, e.fingerprint
    FROM loge.entry AS e
    WHERE e.house = me.house AND e.device = of_device AND e.epoch = of_epoch
        AND e.seq BETWEEN first_seq AND sync_read_1.last_seq;
    RETURN QUERY
    SELECT 2::smallint, e.seq, e.epoch, 0, 0, 0::bigint, e.state::bigint, e.reason::bigint,
        e.heading::bigint, 0::bigint, e.device, e.uid, e.hash, e.fingerprint
    FROM unnest(keys) AS k (key)
    JOIN loge.entry AS e ON e.house = me.house AND e.uid = k.key
    ORDER BY e.at, e.seq;
    RETURN QUERY
    SELECT 2::smallint, 0::bigint, 0::bigint, 0, 0, 0::bigint, 2::bigint, 0::bigint, 0::bigint,
        0::bigint, NULL::uuid, q.key, decode(repeat('00', 32), 'hex'), q.fingerprint
    FROM unnest(keys) AS k (key)
    JOIN loge.receipt AS q ON q.house = me.house AND q.key = k.key;
    RETURN QUERY
    SELECT 3::smallint, k.seq, 0::bigint, s.show_no, s.seat_no, s.version, 0::bigint, 0::bigint,
        0::bigint, 0::bigint, NULL::uuid, NULL::uuid, NULL::bytea, NULL::bytea
    FROM unnest(afters) AS k (seq)
    CROSS JOIN LATERAL (SELECT e.left_show, e.left_seat, e.left_version FROM loge.entry AS e
        WHERE e.house = me.house AND e.device = of_device AND e.seq = k.seq
        ORDER BY e.epoch DESC LIMIT 1) AS q
    CROSS JOIN LATERAL unnest(q.left_show, q.left_seat, q.left_version)
        AS s (show_no, seat_no, version);
    RETURN QUERY
    SELECT 4::smallint, 0::bigint, 0::bigint, s.show_no, s.seat_no, s.version, 0::bigint, 0::bigint,
        0::bigint, 0::bigint, NULL::uuid, k.key, NULL::bytea, NULL::bytea
    FROM unnest(keys) AS k (key)
    JOIN loge.entry AS e ON e.house = me.house AND e.uid = k.key
    CROSS JOIN LATERAL unnest(e.left_show, e.left_seat, e.left_version)
        AS s (show_no, seat_no, version);
    RETURN QUERY
    SELECT 4::smallint, 0::bigint, 0::bigint, e.show_no, e.seat_no, max(e.version), 0::bigint,
        0::bigint, 0::bigint, 0::bigint, NULL::uuid, q.key, NULL::bytea, NULL::bytea
    FROM (SELECT r.key, r.last_event FROM unnest(keys) AS k (key)
        JOIN loge.receipt AS r ON r.house = me.house AND r.key = k.key OFFSET 0) AS q
    CROSS JOIN LATERAL (SELECT v.show_no, v.seat_no, v.version FROM loge.event AS v
        WHERE v.house = me.house AND v.id BETWEEN q.last_event & ~1048575 AND q.last_event
            AND v.key = q.key AND v.seat_no >= 0 OFFSET 0) AS e
    GROUP BY e.show_no, e.seat_no, q.key;
    RETURN QUERY
    SELECT 5::smallint, 0::bigint, 0::bigint, 0, 0, 0::bigint, m.last_at, m.inside::integer::bigint,
        0::bigint, 0::bigint, m.ticket, m.counted, NULL::bytea, NULL::bytea
    FROM unnest(tickets) AS k (ticket)
    JOIN loge.admission AS m ON m.house = me.house AND m.ticket = k.ticket AND m.entries > 0;
END
$$;

RESET ROLE;
SET ROLE loge_owner;
