-- What a till reads before its journal is judged, and what it follows while it is online.

-- All a batch needs. One kind of row after the other, first its seats, locked in order:
-- 1 seat: show_no, seat_no, version, a status, id_a holder, b held_until, c open_to + 256 * allotment
--   + 2^24 when it is being paid for, d terms
-- 2 verdict: seq, epoch, id_a device (NULL: done online), id_b key, x hash, y fingerprint, a state,
--   b reason, c heading; by number of this journal, or by key
-- 3 where an entry of this journal left a seat: seq, show_no, seat_no, version
-- 4 where an act left it: id_b key, show_no, seat_no, version
CREATE FUNCTION loge.sync_read_seats(me loge.doer, shows integer[], seats integer[])
RETURNS TABLE (kind smallint, seq bigint, epoch bigint, show_no integer, seat_no integer,
    version bigint, a bigint, b bigint, c bigint, d bigint, id_a uuid, id_b uuid, x bytea, y bytea)
LANGUAGE plpgsql AS $$
BEGIN
    -- One by one by their whole key: a planner without statistics would join with the whole show.
    PERFORM 1
    FROM (SELECT q.show_no, q.seat_no FROM unnest(shows, seats) AS q (show_no, seat_no)
        ORDER BY q.show_no, q.seat_no OFFSET 0) AS r
    CROSS JOIN LATERAL (SELECT 1 FROM loge.show_seat AS t
        WHERE t.house = me.house AND t.show_no = r.show_no AND t.seat_no = r.seat_no
        FOR NO KEY UPDATE) AS l;
    RETURN QUERY
    SELECT 1::smallint, 0::bigint, 0::bigint, t.show_no, t.seat_no, t.version, t.status::bigint,
        t.held_until, t.open_to + 256 * t.allotment
            + CASE WHEN h.paying_until > me.now_ms THEN 16777216::bigint ELSE 0 END
            + CASE WHEN k.id IS NOT NULL THEN 33554432::bigint ELSE 0 END,
        z.terms, t.holder, NULL::uuid, NULL::bytea, NULL::bytea
    FROM unnest(shows, seats) AS r (show_no, seat_no)
    CROSS JOIN LATERAL (SELECT l.* FROM loge.show_seat AS l
        WHERE l.house = me.house AND l.show_no = r.show_no AND l.seat_no = r.seat_no
            AND NOT l.retired OFFSET 0) AS t
    JOIN (SELECT q.show_no, loge.terms(me.house, q.show_no) AS terms
        FROM (SELECT DISTINCT w.show_no FROM unnest(shows) AS w (show_no)) AS q OFFSET 0) AS z
        ON z.show_no = t.show_no
    LEFT JOIN LATERAL (SELECT l.status, l.paying_until FROM loge.hold AS l
        WHERE t.status = :SEAT_HELD AND l.house = me.house AND l.id = t.holder OFFSET 0) AS h
        ON h.status = :HOLD_PAYING
    LEFT JOIN LATERAL (SELECT l.id, l.outcome FROM loge.conflict AS l
        WHERE t.status = :SEAT_HELD AND l.house = me.house AND l.proposal = t.holder OFFSET 0) AS k
        ON k.outcome = :CONFLICT_OPEN;
END
$$;

-- What became of its entries, and where those that it follows left their seats.
CREATE FUNCTION loge.sync_read_entries(me loge.doer, of_device uuid, wish loge.sync_wish)
RETURNS TABLE (kind smallint, seq bigint, epoch bigint, show_no integer, seat_no integer,
    version bigint, a bigint, b bigint, c bigint, d bigint, id_a uuid, id_b uuid, x bytea, y bytea)
LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY
    SELECT 2::smallint, e.seq, e.epoch, 0, 0, 0::bigint, e.state::bigint, e.reason::bigint,
        e.heading::bigint, 0::bigint, e.device, e.uid, e.hash, e.fingerprint
    FROM loge.entry AS e
    WHERE e.house = me.house AND e.device = of_device AND e.epoch = wish.epoch
        AND e.seq BETWEEN wish.first_seq AND wish.last_seq;
    RETURN QUERY
    SELECT 3::smallint, k.seq, 0::bigint, s.show_no, s.seat_no, s.version, 0::bigint, 0::bigint,
        0::bigint, 0::bigint, NULL::uuid, NULL::uuid, NULL::bytea, NULL::bytea
    FROM unnest(wish.afters) AS k (seq)
    CROSS JOIN LATERAL (SELECT e.left_show, e.left_seat, e.left_version FROM loge.entry AS e
        WHERE e.house = me.house AND e.device = of_device AND e.seq = k.seq
        ORDER BY e.epoch DESC LIMIT 1) AS q
    CROSS JOIN LATERAL unnest(q.left_show, q.left_seat, q.left_version)
        AS s (show_no, seat_no, version);
END
$$;

-- What became of acts with its keys, in this or another journal or online, and where they left their seats.
CREATE FUNCTION loge.sync_read_keys(me loge.doer, keys uuid[])
RETURNS TABLE (kind smallint, seq bigint, epoch bigint, show_no integer, seat_no integer,
    version bigint, a bigint, b bigint, c bigint, d bigint, id_a uuid, id_b uuid, x bytea, y bytea)
LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY
    SELECT 2::smallint, e.seq, e.epoch, 0, 0, 0::bigint, e.state::bigint, e.reason::bigint,
        e.heading::bigint, 0::bigint, e.device, e.uid, e.hash, e.fingerprint
    FROM unnest(keys) AS k (key)
    CROSS JOIN LATERAL (SELECT l.* FROM loge.entry AS l
        WHERE l.house = me.house AND l.uid = k.key OFFSET 0) AS e
    ORDER BY e.at, e.seq;
    IF FOUND THEN
        RETURN QUERY
        SELECT 4::smallint, 0::bigint, 0::bigint, s.show_no, s.seat_no, s.version, 0::bigint,
            0::bigint, 0::bigint, 0::bigint, NULL::uuid, k.key, NULL::bytea, NULL::bytea
        FROM unnest(keys) AS k (key)
        CROSS JOIN LATERAL (SELECT l.left_show, l.left_seat, l.left_version FROM loge.entry AS l
            WHERE l.house = me.house AND l.uid = k.key OFFSET 0) AS e
        CROSS JOIN LATERAL unnest(e.left_show, e.left_seat, e.left_version)
            AS s (show_no, seat_no, version);
    END IF;
    RETURN QUERY
    SELECT 2::smallint, 0::bigint, 0::bigint, 0, 0, 0::bigint, :ENTRY_ACCEPTED::bigint, :VERDICT_OK::bigint,
        :MERGE_PLAIN::bigint, 0::bigint, NULL::uuid, q.key, decode(repeat('00', 32), 'hex'), q.fingerprint
    FROM unnest(keys) AS k (key)
    CROSS JOIN LATERAL (SELECT l.key, l.fingerprint FROM loge.receipt AS l
        WHERE l.house = me.house AND l.key = k.key OFFSET 0) AS q;
    IF FOUND THEN
        RETURN QUERY
        SELECT 4::smallint, 0::bigint, 0::bigint, e.show_no, e.seat_no, max(e.version), 0::bigint,
            0::bigint, 0::bigint, 0::bigint, NULL::uuid, q.key, NULL::bytea, NULL::bytea
        FROM unnest(keys) AS k (key)
        CROSS JOIN LATERAL (SELECT r.key, r.last_event FROM loge.receipt AS r
            WHERE r.house = me.house AND r.key = k.key OFFSET 0) AS q
        CROSS JOIN LATERAL (SELECT v.show_no, v.seat_no, v.version FROM loge.event AS v
            WHERE v.house = me.house AND v.id BETWEEN q.last_event & ~1048575 AND q.last_event
                AND v.key = q.key OFFSET 0) AS e
        WHERE e.seat_no >= 0 -- outside: event_seat would do for it, and be read from end to end
        GROUP BY e.show_no, e.seat_no, q.key;
    END IF;
END
$$;

-- The seats that changed after an event, as they are now, in the order of their changes. Rows:
-- event, seat as kind 1 above. The horizon: from there on events may still be missing.
CREATE FUNCTION loge.sync_events(after bigint, most integer)
RETURNS TABLE (horizon bigint, id bigint, show_no integer, seat_no integer, version bigint,
    status smallint, holder uuid, held_until bigint, open_to smallint, allotment integer,
    terms bigint) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off AS $$
    WITH me AS MATERIALIZED (
        SELECT l.house, (pg_snapshot_xmin(pg_current_snapshot())::text::bigint
            + loge.event_base()) << 20 AS horizon
        FROM loge.login AS l WHERE l.login = session_user
    ), page AS MATERIALIZED (
        SELECT e.id, e.show_no, e.seat_no
        FROM loge.event AS e
        WHERE e.house = (SELECT me.house FROM me) AND e.id > after
            AND e.id < (SELECT me.horizon FROM me) AND e.seat_no >= 0
        ORDER BY e.id LIMIT most
    )
    SELECT me.horizon, p.id, p.show_no, p.seat_no, t.version, t.status, t.holder, t.held_until,
        t.open_to, t.allotment, w.version + h.plan_version
    FROM me
    LEFT JOIN page AS p ON true
    LEFT JOIN LATERAL (SELECT l.* FROM loge.show_seat AS l
        WHERE l.house = me.house AND l.show_no = p.show_no AND l.seat_no = p.seat_no
        OFFSET 0) AS t ON true
    LEFT JOIN loge.show AS w ON w.house = me.house AND w.no = p.show_no
    LEFT JOIN loge.hall AS h ON h.house = me.house AND h.no = w.hall_no
    ORDER BY p.id
$$;

-- All a batch needs, its seats and then its tickets locked in order, for whoever speaks for the
-- till; rows as above, and:
-- 5 passage: id_a ticket, id_b act, a when, b 1 out, c what an override was of
-- 6 a ticket by which nobody is to come in: id_a
-- 7 somebody who has signed in at the till: a his number among those asked about, from 1
CREATE FUNCTION loge.sync_read(of_device uuid, shown bytea, wish loge.sync_wish)
RETURNS TABLE (kind smallint, seq bigint, epoch bigint, show_no integer, seat_no integer,
    version bigint, a bigint, b bigint, c bigint, d bigint, id_a uuid, id_b uuid, x bytea, y bytea)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    PERFORM loge.journal_of(me, of_device, shown);
    RETURN QUERY SELECT * FROM loge.sync_read_seats(me, wish.shows, wish.seats)
        UNION ALL SELECT * FROM loge.sync_read_entries(me, of_device, wish)
        UNION ALL SELECT * FROM loge.sync_read_keys(me, wish.keys);
    PERFORM pg_advisory_xact_lock(q.lock)
    FROM (SELECT DISTINCT loge.ticket_lock(me.house, k.ticket) AS lock
        FROM unnest(wish.tickets) AS k (ticket) ORDER BY 1 OFFSET 0) AS q;
    RETURN QUERY
    SELECT 5::smallint, 0::bigint, 0::bigint, 0, 0, 0::bigint, coalesce(s.house_at, s.at),
        s.leaving::integer::bigint, s.overridden::bigint, 0::bigint, s.ticket,
        coalesce(s.act, s.id), NULL::bytea, NULL::bytea
    FROM (SELECT DISTINCT q.ticket FROM unnest(wish.tickets) AS q (ticket)) AS k
    CROSS JOIN LATERAL (SELECT l.* FROM loge.scan AS l
        WHERE l.house = me.house AND l.ticket = k.ticket AND l.code <= :DOOR_OVERRIDE OFFSET 0) AS s;
    RETURN QUERY
    SELECT 6::smallint, 0::bigint, 0::bigint, 0, 0, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        0::bigint, k.ticket, NULL::uuid, NULL::bytea, NULL::bytea
    FROM unnest(wish.tickets) AS k (ticket)
    WHERE EXISTS (SELECT 1 FROM loge.ticket AS t
            WHERE t.house = me.house AND t.id = k.ticket AND t.status <> :TICKET_VALID OFFSET 0)
        OR EXISTS (SELECT 1 FROM loge.admission AS m
            WHERE m.house = me.house AND m.ticket = k.ticket AND m.blocked OFFSET 0);
    RETURN QUERY
    SELECT 7::smallint, 0::bigint, 0::bigint, 0, 0, 0::bigint, k.n, 0::bigint, 0::bigint, 0::bigint,
        NULL::uuid, NULL::uuid, NULL::bytea, NULL::bytea
    FROM unnest(wish.people) WITH ORDINALITY AS k (person, n)
    WHERE EXISTS (SELECT 1 FROM loge.signed_in AS s
        WHERE s.house = me.house AND s.device = of_device AND s.person = k.person OFFSET 0);
END
$$;

-- Rows that a batch changes, as they stand, locked in the order of their keys until it is written.
CREATE FUNCTION loge.sync_orders(of_device uuid, shown bytea, ids uuid[])
RETURNS SETOF loge.sale LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    PERFORM loge.journal_of(me, of_device, shown);
    RETURN QUERY
    SELECT l.*
    FROM (SELECT DISTINCT q.k FROM unnest(ids) AS q (k) ORDER BY q.k OFFSET 0) AS r
    CROSS JOIN LATERAL (SELECT t.* FROM loge.sale AS t
        WHERE t.house = me.house AND t.id = r.k FOR NO KEY UPDATE) AS l;
END
$$;

CREATE FUNCTION loge.sync_tickets(of_device uuid, shown bytea, sales uuid[])
RETURNS SETOF loge.ticket LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    PERFORM loge.journal_of(me, of_device, shown);
    RETURN QUERY
    SELECT l.*
    FROM (SELECT DISTINCT q.k FROM unnest(sales) AS q (k) ORDER BY q.k OFFSET 0) AS r
    CROSS JOIN LATERAL (SELECT t.* FROM loge.ticket AS t
        WHERE t.house = me.house AND t.sale = r.k FOR NO KEY UPDATE) AS l;
END
$$;

CREATE FUNCTION loge.sync_drawers(of_device uuid, shown bytea, ids uuid[])
RETURNS SETOF loge.shift LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    PERFORM loge.journal_of(me, of_device, shown);
    RETURN QUERY
    SELECT l.*
    FROM (SELECT DISTINCT q.k FROM unnest(ids) AS q (k) ORDER BY q.k OFFSET 0) AS r
    CROSS JOIN LATERAL (SELECT t.* FROM loge.shift AS t
        WHERE t.house = me.house AND t.id = r.k FOR NO KEY UPDATE) AS l;
END
$$;

CREATE FUNCTION loge.sync_customers(of_device uuid, shown bytea, ids uuid[])
RETURNS SETOF loge.customer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    PERFORM loge.journal_of(me, of_device, shown);
    RETURN QUERY
    SELECT l.*
    FROM (SELECT DISTINCT q.k FROM unnest(ids) AS q (k) ORDER BY q.k OFFSET 0) AS r
    CROSS JOIN LATERAL (SELECT t.* FROM loge.customer AS t
        WHERE t.house = me.house AND t.id = r.k FOR NO KEY UPDATE) AS l;
END
$$;

CREATE FUNCTION loge.sync_vouchers(of_device uuid, shown bytea, codes text[])
RETURNS SETOF loge.voucher LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    PERFORM loge.journal_of(me, of_device, shown);
    RETURN QUERY
    SELECT l.*
    FROM (SELECT DISTINCT q.k FROM unnest(codes) AS q (k) ORDER BY q.k OFFSET 0) AS r
    CROSS JOIN LATERAL (SELECT t.* FROM loge.voucher AS t
        WHERE t.house = me.house AND t.code = r.k FOR NO KEY UPDATE) AS l;
END
$$;

-- Of this till; the vouchers are locked (loge.sync_vouchers).
CREATE FUNCTION loge.sync_loans(of_device uuid, shown bytea, codes text[])
RETURNS SETOF loge.voucher_loan LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    PERFORM loge.journal_of(me, of_device, shown);
    RETURN QUERY
    SELECT l.*
    FROM (SELECT DISTINCT q.k FROM unnest(codes) AS q (k) OFFSET 0) AS r
    CROSS JOIN LATERAL (SELECT t.* FROM loge.voucher_loan AS t
        WHERE t.house = me.house AND t.code = r.k AND t.device = of_device OFFSET 0) AS l;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.sync_events OWNER TO loge_fn;
ALTER FUNCTION loge.sync_read OWNER TO loge_fn;
ALTER FUNCTION loge.sync_orders OWNER TO loge_fn;
ALTER FUNCTION loge.sync_tickets OWNER TO loge_fn;
ALTER FUNCTION loge.sync_drawers OWNER TO loge_fn;
ALTER FUNCTION loge.sync_customers OWNER TO loge_fn;
ALTER FUNCTION loge.sync_vouchers OWNER TO loge_fn;
ALTER FUNCTION loge.sync_loans OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.sync_events, loge.sync_read, loge.sync_orders, loge.sync_tickets,
    loge.sync_drawers, loge.sync_customers, loge.sync_vouchers, loge.sync_loans
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
