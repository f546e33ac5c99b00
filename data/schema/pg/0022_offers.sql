-- Other seats for losers are looked for when a till has told everything: what its later entries sold
-- would only push such offers aside again.

RESET ROLE;
SET ROLE loge_fn;
-- As before; ids NULL: every conflict that this upload brought (or one that was cut off just before
-- it) and that nothing is kept for yet.
CREATE OR REPLACE FUNCTION loge.sync_propose_2(of_device uuid, shown bytea, ids uuid[],
    used integer, gave_way uuid[])
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    IF used NOT BETWEEN 0 AND 1000000 OR used IS NULL THEN
        PERFORM loge.answer(-111);
    END IF;
    IF ids IS NULL THEN
        ids := ARRAY(SELECT c.id
            FROM loge.conflict AS c
            JOIN loge.journal AS j ON j.house = c.house AND j.device = c.device
            WHERE c.house = me.house AND c.device = of_device AND c.outcome = 0 AND c.heading = 3
                AND c.proposal IS NULL AND c.sale IS NOT NULL AND c.at >= j.heard_at - 600000);
    END IF;
    IF cardinality(ids || gave_way) = 0 THEN
        RETURN used;
    END IF;
    RETURN loge.sync_propose_1(of_device, shown, ids, used, gave_way);
END
$$;
SET ROLE loge_owner;
