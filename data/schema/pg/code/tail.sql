-- What tills have that the house lacks (loge.tail, loge.told).

-- What the house has of journals, up to what was told of them. of_no NULL: of each epoch up to the
-- furthest that was told and not struck; else of that till's, up to this entry. had: the last entry
-- that came in its epoch or before. state NULL: it has not come under this number; body: the entry
-- that did. told_by '': no paper, but the till's own hello.
CREATE FUNCTION loge.tails(of_no integer, of_epoch bigint, of_seq bigint)
RETURNS TABLE (till text, no integer, epoch bigint, seq bigint, told_by text, told_at bigint,
    now_epoch bigint, start_seq bigint, last_seq bigint, had bigint, state smallint, reason smallint,
    arrived_at bigint, quarantine smallint, heard_at bigint, struck_by text, struck_at bigint,
    struck_for text, made_at bigint, size integer, body bytea)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    WITH told AS (
        SELECT k.device, k.epoch, k.seq, k.told_by, k.told_at FROM loge.tail AS k
        UNION ALL
        SELECT q.device, q.epoch, q.seq, '', q.told_at FROM loge.told AS q
    ), furthest AS (
        SELECT DISTINCT ON (t.device, t.epoch) t.* FROM told AS t
        WHERE of_no IS NULL AND NOT EXISTS (SELECT 1 FROM loge.tail AS s
            WHERE s.device = t.device AND s.epoch = t.epoch AND s.seq = t.seq AND s.struck_at <> 0)
        ORDER BY t.device, t.epoch, t.seq DESC, t.told_by DESC
    ), asked AS (
        SELECT f.* FROM furthest AS f
        UNION ALL
        SELECT q.device, of_epoch, of_seq, '', 0 FROM loge.journal AS q WHERE q.no = of_no
    )
    SELECT j.till, j.no, m.epoch, m.seq, m.told_by, m.told_at, j.epoch, j.start_seq, j.last_seq,
        CASE WHEN m.epoch >= j.epoch THEN j.last_seq
            ELSE coalesce((SELECT max(e.seq) FROM loge.entry AS e WHERE e.house = j.house
                AND e.device = j.device AND e.epoch <= m.epoch), 0) END,
        e.state, e.reason, e.at, j.quarantine, j.heard_at, s.struck_by, s.struck_at, s.struck_for,
        e.made_at, length(e.body), e.body
    FROM asked AS m
    JOIN loge.login AS l ON l.login = session_user
    JOIN loge.journal AS j ON j.house = l.house AND j.device = m.device
    LEFT JOIN loge.entry AS e ON e.house = j.house AND e.device = m.device AND e.seq = m.seq
        AND e.epoch = m.epoch
    LEFT JOIN loge.tail AS s ON s.house = j.house AND s.device = m.device AND s.epoch = m.epoch
        AND s.seq = m.seq AND s.struck_at <> 0
    ORDER BY j.no, m.epoch
$$;

-- Somebody showed a paper of that entry. Answers: 0; ANSWER_NOT_ALLOWED nobody of a house.
CREATE FUNCTION loge.tail_note(of_no integer, of_epoch bigint, of_seq bigint) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    IF me.house IS NULL THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    INSERT INTO loge.tail (house, device, epoch, seq, told_by, told_at)
    SELECT me.house, j.device, of_epoch, of_seq, me.name, me.now_ms
    FROM loge.journal AS j
    WHERE j.house = me.house AND j.no = of_no
    ON CONFLICT DO NOTHING;
    RETURN 0;
END
$$;

-- What was told is false, or settled by hand: it is listed no more, and the log says who says so.
-- Answers: 0; -1 nobody told of it, or it is struck; ANSWER_NOT_ALLOWED not a supervisor of this house.
CREATE FUNCTION loge.tail_strike(of_no integer, of_epoch bigint, of_seq bigint, why text)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BITS_OFFICE = 0 OR coalesce(why, '') = '' THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.no = of_no
    FOR NO KEY UPDATE;
    INSERT INTO loge.tail (house, device, epoch, seq, told_by, told_at)
    SELECT t.house, t.device, t.epoch, t.seq, '', t.told_at
    FROM loge.told AS t
    WHERE t.house = me.house AND t.device = j.device AND t.epoch = of_epoch AND t.seq = of_seq
    ON CONFLICT DO NOTHING;
    UPDATE loge.tail AS k SET struck_by = me.name, struck_at = me.now_ms, struck_for = why
    WHERE k.house = me.house AND k.device = j.device AND k.epoch = of_epoch AND k.seq = of_seq
        AND k.struck_at = 0;
    IF NOT FOUND THEN
        RETURN -1;
    END IF;
    INSERT INTO loge.event (house, id, {columns event})
    VALUES (me.house, me.base + 1, {values of event but at = me.now_ms; act = :ACT_TILL;
        actor = me.name; till = j.till; role = me.role; seat_no = -1; subject = j.device; reason = why;
        note = 'struck J' || j.no || '-' || of_epoch || '-' || of_seq});
    RETURN 0;
END
$$;

-- A till that says hello tells how far its journal goes, and the house has not got all of it.
CREATE FUNCTION loge.sync_told(of_device uuid, shown bytea, of_epoch bigint, of_seq bigint)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    PERFORM loge.journal_for(me, of_device, shown);
    INSERT INTO loge.told AS t (house, device, epoch, seq, told_at)
    VALUES (me.house, of_device, of_epoch, of_seq, me.now_ms)
    ON CONFLICT (house, device, epoch) DO UPDATE
        SET seq = excluded.seq, told_at = excluded.told_at
        WHERE t.seq < excluded.seq;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.tails OWNER TO loge_fn;
ALTER FUNCTION loge.tail_note OWNER TO loge_fn;
ALTER FUNCTION loge.tail_strike OWNER TO loge_fn;
ALTER FUNCTION loge.sync_told OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.tails, loge.tail_note
    TO loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.tail_strike TO loge_supervisor, loge_manager;
GRANT EXECUTE ON FUNCTION loge.sync_told
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
