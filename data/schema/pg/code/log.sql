-- The log: its seals, and what befell one thing.

-- ---- seals ------------------------------------------------------------------------------------
-- An event's bytes are its columns in the order of walk_events.sql, each with a tag: 'i' and eight
-- bytes, most significant first; 't' or 'b', four bytes of length and the bytes; 'n' for NULL.

CREATE FUNCTION loge.bytes_of(value bigint) RETURNS bytea LANGUAGE sql IMMUTABLE
    RETURN '\x69'::bytea || int8send(value);

CREATE FUNCTION loge.bytes_of(value text) RETURNS bytea LANGUAGE sql IMMUTABLE
    RETURN '\x74'::bytea || int4send(octet_length(value)) || convert_to(value, 'UTF8');

CREATE FUNCTION loge.bytes_of(value uuid) RETURNS bytea LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN value IS NULL THEN '\x6e'::bytea
        ELSE '\x62'::bytea || int4send(16) || uuid_send(value) END;

CREATE FUNCTION loge.bytes_of(e loge.event) RETURNS bytea LANGUAGE sql IMMUTABLE
    RETURN loge.bytes_of(e.id) || loge.bytes_of(e.at) || loge.bytes_of(e.act::bigint)
        || loge.bytes_of(e.actor) || loge.bytes_of(e.till) || loge.bytes_of(e.approver)
        || loge.bytes_of(e.role::bigint) || loge.bytes_of(e.show_no::bigint)
        || loge.bytes_of(e.seat_no::bigint) || loge.bytes_of(e.version)
        || loge.bytes_of(e.was::bigint) || loge.bytes_of(e.became::bigint)
        || loge.bytes_of(e.subject) || loge.bytes_of(e.held_ms) || loge.bytes_of(e.reason)
        || loge.bytes_of(e.note) || loge.bytes_of(e.key) || loge.bytes_of(e.address)
        || loge.bytes_of(e.client) || loge.bytes_of(e.approval::bigint);

-- Seals at most `most` blocks of 256 events; only what no running transaction can still add to.
-- `everything`: the last block may be smaller. Returns how many. One at a time; a till that only
-- keeps house does not wait for another that does it already.
CREATE FUNCTION loge.seal_events(everything boolean, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    final bigint;
    last loge.seal;
    sealed bigint := 0; -- the last event that is; a plain variable, so that the key's index is used:
                        -- row-level security makes a filter of any call it does not trust
    b record;
    done integer := 0;
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BITS_SELLING = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF everything THEN
        PERFORM 1 FROM loge.house AS o WHERE o.house = me.house FOR NO KEY UPDATE;
    ELSE
        PERFORM 1 FROM loge.house AS o WHERE o.house = me.house FOR NO KEY UPDATE SKIP LOCKED;
        IF NOT FOUND THEN
            RETURN 0;
        END IF;
    END IF;
    final := (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + loge.event_base()) << 20;
    SELECT s.* INTO last FROM loge.seal AS s WHERE s.house = me.house ORDER BY s.block DESC LIMIT 1;
    sealed := coalesce(last.last_event, 0);
    WHILE done < most LOOP
        SELECT count(*) AS events, min(e.id) AS first, max(e.id) AS last,
            string_agg(loge.bytes_of(e), '' ORDER BY e.id) AS bytes
        INTO b
        FROM (SELECT * FROM loge.event AS w
            WHERE w.house = me.house AND w.id > sealed AND w.id < final
            ORDER BY w.id LIMIT 256) AS e;
        EXIT WHEN b.events = 0 OR (b.events < 256 AND NOT everything);
        INSERT INTO loge.seal (house, block, first_event, last_event, at, previous, hash)
        VALUES (me.house, coalesce(last.block, 0) + 1, b.first, b.last, me.now_ms,
            coalesce(last.hash, decode(repeat('00', 32), 'hex')),
            sha256(coalesce(last.hash, decode(repeat('00', 32), 'hex')) || b.bytes))
        RETURNING * INTO last;
        sealed := last.last_event;
        done := done + 1;
    END LOOP;
    RETURN done;
END
$$;

-- ---- what befell one thing ----------------------------------------------------------------------

-- The log at large is for those who may read it; what befell one hold, sale or shift is for whoever
-- has to do with it. From which address it came is personal: only those who may read the log see it.
CREATE FUNCTION loge.story(of_subject uuid) RETURNS SETOF loge.event
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT e.house, e.id, {columns event e but
        address = CASE WHEN l.role IN (:ROLE_SUPERVISOR, :ROLE_MANAGER, :ROLE_SERVICE) THEN e.address ELSE '' END}
    FROM loge.login AS l
    JOIN loge.event AS e ON e.house = l.house
    WHERE l.login = session_user AND e.subject = of_subject
$$;

RESET ROLE;
ALTER FUNCTION loge.seal_events OWNER TO loge_fn;
ALTER FUNCTION loge.story OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.seal_events, loge.story
    TO loge_clerk, loge_supervisor, loge_manager, loge_service;
