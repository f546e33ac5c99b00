-- How far tills' journals went, as papers say that were made without the house (src/domain/
-- entry_mark.h): what the house has not got of it is missing until its till sends it.

CREATE TABLE loge.tail (
    house integer NOT NULL,
    device uuid NOT NULL,
    epoch bigint NOT NULL CHECK (epoch > 0),
    seq bigint NOT NULL CHECK (seq > 0),
    told_by text NOT NULL,
    told_at bigint NOT NULL,
    PRIMARY KEY (house, device, epoch),
    FOREIGN KEY (house, device) REFERENCES loge.journal
);
ALTER TABLE loge.tail ENABLE ROW LEVEL SECURITY;
ALTER TABLE loge.tail FORCE ROW LEVEL SECURITY;
CREATE POLICY own_house ON loge.tail USING (house =
    (SELECT l.house FROM loge.login AS l WHERE l.login = session_user));
GRANT SELECT, INSERT, UPDATE ON loge.tail TO loge_fn;

-- What the house has of journals whose papers were shown: of_no NULL: of each, up to the furthest
-- paper; else of that till's, up to this entry. had: the last entry that came in its epoch or before.
-- state NULL: it has not come under this number.
CREATE FUNCTION loge.tails_1(of_no integer, of_epoch bigint, of_seq bigint)
RETURNS TABLE (till text, no integer, epoch bigint, seq bigint, told_by text, told_at bigint,
    now_epoch bigint, start_seq bigint, last_seq bigint, had bigint, state smallint, reason smallint,
    arrived_at bigint, quarantine smallint, heard_at bigint)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    SELECT j.till, j.no, m.epoch, m.seq, m.told_by, m.told_at, j.epoch, j.start_seq, j.last_seq,
        CASE WHEN m.epoch >= j.epoch THEN j.last_seq
            ELSE coalesce((SELECT max(e.seq) FROM loge.entry AS e WHERE e.house = j.house
                AND e.device = j.device AND e.epoch <= m.epoch), 0) END,
        e.state, e.reason, e.at, j.quarantine, j.heard_at
    FROM (SELECT k.house, k.device, k.epoch, k.seq, k.told_by, k.told_at
            FROM loge.tail AS k
            WHERE of_no IS NULL
        UNION ALL
        SELECT q.house, q.device, of_epoch, of_seq, '', 0
            FROM loge.journal AS q
            WHERE q.no = of_no) AS m
    JOIN loge.journal AS j ON j.house = m.house AND j.device = m.device
    JOIN loge.login AS l ON l.login = session_user AND l.house = j.house
    LEFT JOIN loge.entry AS e ON e.house = m.house AND e.device = m.device AND e.seq = m.seq
        AND e.epoch = m.epoch
    ORDER BY j.no, m.epoch
$$;

-- Somebody showed a paper of that entry; the furthest of an epoch is kept. Answers: 0; -111 nobody of
-- a house.
CREATE FUNCTION loge.tail_note_1(of_no integer, of_epoch bigint, of_seq bigint) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    IF me.house IS NULL THEN
        RETURN -111;
    END IF;
    INSERT INTO loge.tail AS k (house, device, epoch, seq, told_by, told_at)
    SELECT me.house, j.device, of_epoch, of_seq, me.name, me.now_ms
    FROM loge.journal AS j
    WHERE j.house = me.house AND j.no = of_no
    ON CONFLICT (house, device, epoch) DO UPDATE
        SET seq = excluded.seq, told_by = excluded.told_by, told_at = excluded.told_at
        WHERE k.seq < excluded.seq;
    RETURN 0;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.tails_1 OWNER TO loge_fn;
ALTER FUNCTION loge.tail_note_1 OWNER TO loge_fn;
REVOKE ALL ON FUNCTION loge.tails_1, loge.tail_note_1 FROM PUBLIC;
GRANT EXECUTE ON FUNCTION loge.tails_1, loge.tail_note_1
    TO loge_clerk, loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
