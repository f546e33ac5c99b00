-- Two that let go of different seats of one hold at the same moment each saw the other's seat still
-- in it, so neither ended it and it stayed open without a seat. Whoever ends holds locks them first
-- and looks afterwards, in a statement of its own: then the second one sees what the first one did.

CREATE OR REPLACE FUNCTION loge.end_holds(me loge.doer, ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM loge.hold AS h
    WHERE h.house = me.house AND h.id = ANY (ids)
    ORDER BY h.id
    FOR NO KEY UPDATE;
    UPDATE loge.hold AS h SET status = 3, ending = 1, ended_at = me.now_ms, version = h.version + 1
    WHERE h.house = me.house AND h.id = ANY (ids) AND h.status IN (0, 1)
        AND NOT EXISTS (SELECT 1 FROM loge.claim AS c
            WHERE c.house = me.house AND c.hold_id = h.id AND c.live);
END
$$;
