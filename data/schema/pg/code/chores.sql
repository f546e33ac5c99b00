-- The house's background work: who does it and how it goes, who serves the waiting list of a show,
-- and how full the shows were.

-- Background work is the service's; a manager may do it by hand.
CREATE FUNCTION loge.worker() RETURNS loge.doer LANGUAGE plpgsql AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    IF me.house IS NULL OR (me.may & :ROLE_BITS_CHORES = 0 AND NOT me.carries) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    RETURN me;
END
$$;

-- A worker says that it lives. One that ends (stays false) takes its row away; rows of those that
-- ended without a word go after a day.
CREATE FUNCTION loge.beat(of_worker text, of_instance text, since bigint, n_runs bigint,
    n_done bigint, n_failures bigint, what text, stays boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.worker();
BEGIN
    DELETE FROM loge.worker_status AS w
    WHERE w.house = me.house AND w.worker = of_worker
        AND ((w.instance = of_instance AND NOT stays) OR w.beat_at < me.now_ms - 86400000);
    INSERT INTO loge.worker_status AS w (house, worker, instance, started_at, beat_at, runs, done,
        failures, fault)
    SELECT me.house, of_worker, of_instance, since, me.now_ms, n_runs, n_done, n_failures, what
    WHERE stays
    ON CONFLICT (house, worker, instance) DO UPDATE SET started_at = excluded.started_at,
        beat_at = excluded.beat_at, runs = excluded.runs, done = excluded.done,
        failures = excluded.failures, fault = excluded.fault;
END
$$;

-- The shows whose waiting list this instance serves now, and for `lease` ms from now: those where
-- somebody waits that no other instance has. Rows that another one is just taking are passed over.
CREATE FUNCTION loge.wait_turns(of_instance text, lease bigint)
RETURNS TABLE (show_no integer, show_id text, sells boolean, offer_ms bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.worker();
BEGIN
    INSERT INTO loge.wait_rule AS r (house, show_no)
    SELECT me.house, w.no
    FROM loge.show AS w
    WHERE w.house = me.house AND w.status = :SHOW_OPEN
        AND EXISTS (SELECT 1 FROM loge.waitlist AS q WHERE q.house = me.house
            AND q.show_no = w.no AND q.status IN (:WAIT_WAITING, :WAIT_OFFERED))
        AND NOT EXISTS (SELECT 1 FROM loge.wait_rule AS o WHERE o.house = me.house
            AND o.show_no = w.no)
    ON CONFLICT DO NOTHING;
    RETURN QUERY
    WITH mine AS MATERIALIZED (
        SELECT r.show_no
        FROM loge.wait_rule AS r
        WHERE r.house = me.house AND (r.turn_until <= me.now_ms OR r.turn_by = of_instance)
            AND EXISTS (SELECT 1 FROM loge.waitlist AS q WHERE q.house = me.house
                AND q.show_no = r.show_no AND q.status IN (:WAIT_WAITING, :WAIT_OFFERED))
        ORDER BY r.show_no
        FOR NO KEY UPDATE SKIP LOCKED
    ), taken AS (
        UPDATE loge.wait_rule AS r SET turn_by = of_instance, turn_until = me.now_ms + lease
        FROM mine AS m
        WHERE r.house = me.house AND r.show_no = m.show_no
        RETURNING r.show_no, r.sells, r.offer_ms
    )
    SELECT t.show_no, w.id, t.sells, t.offer_ms
    FROM taken AS t
    JOIN loge.show AS w ON w.house = me.house AND w.no = t.show_no AND w.status = :SHOW_OPEN
    ORDER BY t.show_no;
END
$$;

-- How a show's waiting list is served. A manager's.
CREATE FUNCTION loge.set_wait_rule(of_show integer, to_sell boolean, for_ms bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BIT_MANAGER = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    INSERT INTO loge.wait_rule AS r (house, show_no, sells, offer_ms)
    VALUES (me.house, of_show, to_sell, for_ms)
    ON CONFLICT (house, show_no) DO UPDATE SET sells = excluded.sells,
        offer_ms = excluded.offer_ms;
END
$$;

-- How full the open shows are in this minute, once; by whoever comes first. Returns how many shows
-- were counted. Held seats whose time is over count as free, as everywhere.
CREATE FUNCTION loge.count_occupancy() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.worker();
    minute bigint := me.now_ms - me.now_ms % 60000;
    counted integer;
BEGIN
    INSERT INTO loge.occupancy (house, show_no, at, available, held, sold, blocked)
    SELECT me.house, w.no, minute, q.available, q.held, q.sold, q.blocked
    FROM loge.show AS w,
        LATERAL (SELECT count(*) FILTER (WHERE t.status = :SEAT_AVAILABLE
                    OR (t.status = :SEAT_HELD AND t.held_until <= me.now_ms)) AS available,
                count(*) FILTER (WHERE t.status = :SEAT_HELD AND t.held_until > me.now_ms) AS held,
                count(*) FILTER (WHERE t.status = :SEAT_SOLD) AS sold,
                count(*) FILTER (WHERE t.status = :SEAT_BLOCKED) AS blocked
            FROM loge.show_seat AS t
            WHERE t.house = me.house AND t.show_no = w.no AND NOT t.retired) AS q
    WHERE w.house = me.house AND w.status = :SHOW_OPEN
        AND NOT EXISTS (SELECT 1 FROM loge.occupancy AS o
            WHERE o.house = me.house AND o.show_no = w.no AND o.at = minute)
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS counted = ROW_COUNT;
    RETURN counted;
END
$$;

-- Statistics of what a new hall or show has just filled, before autovacuum comes by: the show goes on
-- sale now. Belongs to loge_owner, because only a table's owner may do that.
CREATE FUNCTION loge.analyse_halls() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    ANALYZE (SKIP_LOCKED) loge.hall, loge.hall_section, loge.hall_row, loge.hall_seat, loge.show,
        loge.price, loge.show_seat;
END
$$;

-- Of the till whose key is shown. A count that a crash loses is no loss, so nobody waits for the disk.
CREATE FUNCTION loge.count_till(shown bytea, names text[], more bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET synchronous_commit = off AS $$
DECLARE
    me loge.doer;
BEGIN
    SELECT w.* INTO me FROM loge.who_at('', shown) AS w;
    IF me.house IS NULL OR me.proven IS NULL OR cardinality(names) > 200 THEN
        RETURN;
    END IF;
    INSERT INTO loge.till_count AS c (house, till, series, value)
    SELECT me.house, me.proven, n.series, n.value
    FROM unnest(names, more) AS n (series, value)
    WHERE n.value > 0
    ORDER BY n.series
    ON CONFLICT (house, till, series) DO UPDATE SET value = c.value + excluded.value;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.beat OWNER TO loge_fn;
ALTER FUNCTION loge.wait_turns OWNER TO loge_fn;
ALTER FUNCTION loge.set_wait_rule OWNER TO loge_fn;
ALTER FUNCTION loge.count_occupancy OWNER TO loge_fn;
ALTER FUNCTION loge.count_till OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.beat, loge.wait_turns, loge.count_occupancy
    TO loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.set_wait_rule, loge.analyse_halls TO loge_manager;
GRANT EXECUTE ON FUNCTION loge.count_till
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
