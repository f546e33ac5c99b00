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
BEGIN
    PERFORM loge.journal_for(me, of_device, shown);
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
SET ROLE loge_owner;
