-- Money that was put into a till's drawer, or taken out of it, by acts that cannot be written (as
-- 0024_money.sql of payments): it was moved, so it stands in a shift of that till.
SET ROLE loge_fn;
CREATE FUNCTION loge.sync_salvage_moves_1(of_device uuid, shown bytea, moves loge.move_row[])
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    into_shift uuid;
    r loge.move_row;
BEGIN
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device
    FOR NO KEY UPDATE;
    PERFORM loge.speaks_for(me, j, shown);
    IF me.may & 30 = 0 THEN
        PERFORM loge.answer(-111);
    END IF;
    FOREACH r IN ARRAY moves LOOP
        into_shift := loge.sync_shift_of(me, j, r.shift, me.name,
            (SELECT o.currency FROM loge.house AS o WHERE o.house = me.house));
        INSERT INTO loge.shift_move (house, shift, id, kind, amount, reason, at)
        VALUES (me.house, into_shift, r.id, r.kind, r.amount, r.reason, r.at)
        ON CONFLICT DO NOTHING;
        UPDATE loge.shift AS p SET version = p.version + 1
        WHERE p.house = me.house AND p.id = into_shift;
    END LOOP;
END
$$;
REVOKE ALL ON FUNCTION loge.sync_salvage_moves_1 FROM PUBLIC;
GRANT EXECUTE ON FUNCTION loge.sync_salvage_moves_1
    TO loge_clerk, loge_supervisor, loge_manager, loge_service;
RESET ROLE;
SET ROLE loge_owner;
