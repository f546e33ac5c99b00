-- A till whose program is older than the house still brings its journal home: what it did is sent
-- by the functions of its own revision of sync (src/domain/sync.h), whatever else has become newer.
--
-- So what a program calls to send its journal (sync_*, renew_loans) and the types of rows it sends
-- stay as they are, by name, for as long as its revision is taken: a later migration adds others
-- beside them, with the next number, and makes SYNC_REVISION one more.

-- As loge.sync_open_2, for a till by its revision of sync and not by its schema.
CREATE FUNCTION loge.sync_open_3(till_revision integer, of_device uuid, shown bytea, waits boolean)
RETURNS TABLE (till text, no integer, public_key bytea, quarantine smallint, epoch bigint,
    granted bigint, session bigint, start_seq bigint, last_seq bigint, start_hash bytea,
    last_hash bytea, lent boolean, recall boolean, boot uuid, mono bigint, wall bigint,
    heard_at bigint, house_uid uuid, now_ms bigint, rebase boolean, paid_beats_hold boolean,
    reseat_most integer, lease_ms bigint, last_event bigint, nonce bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    IF till_revision NOT BETWEEN loge.sync_revision() - :SYNC_BACK AND loge.sync_revision() THEN
        RAISE EXCEPTION USING ERRCODE = 'LG003', MESSAGE = loge.schema()::text;
    END IF;
    RETURN QUERY
    SELECT o.* FROM loge.sync_open_2(loge.schema(), of_device, shown, waits) AS o;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.sync_open_3 OWNER TO loge_fn;
REVOKE ALL ON FUNCTION loge.sync_open_3 FROM PUBLIC;
GRANT EXECUTE ON FUNCTION loge.sync_open_3
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
REVOKE EXECUTE ON FUNCTION loge.sync_open_2
    FROM loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
