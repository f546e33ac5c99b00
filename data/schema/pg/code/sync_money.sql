-- Money that a till took by an act that cannot be written (the database refuses its rows, or they
-- contradict one another) stands in the till's books all the same, so that it can be given back.

-- The shift of a till in which such money is counted: the one it names, else the till's latest. A
-- till that had none gets one, which is over. A shift that was closed at the house takes no more money.
CREATE FUNCTION loge.sync_shift_of(me loge.doer, j loge.journal, named uuid, staff text,
    money text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
    tills text[] := loge.sync_tills(me, j);
    late uuid[] := (SELECT q.standins FROM loge.sync_standins(me, tills, ARRAY[named]) AS q);
    found_one uuid := (SELECT s.id FROM loge.shift AS s WHERE s.house = me.house AND NOT s.sealed
            AND (s.till = j.till OR (s.id IN (late[1], named) AND s.till = ANY (tills)))
        ORDER BY s.id = late[1] DESC NULLS LAST, s.id = named DESC NULLS LAST, s.closed_at = 0 DESC, s.opened_at DESC LIMIT 1);
BEGIN
    IF found_one IS NULL THEN
        found_one := gen_random_uuid();
        INSERT INTO loge.shift (house, {columns shift})
        SELECT me.house, {columns shift r} FROM loge.a_drawer(me, found_one, j.till, staff, money) AS r;
    END IF;
    RETURN found_one;
END
$$;

-- money: what refused entries of this batch took or gave, and fees of bags that another door had checked
-- in (MERGE_BAG_TWICE); its sale is the entry's key, and names the conflict that each has. The sale that
-- is made of it has no seat and no ticket.
CREATE FUNCTION loge.sync_salvage(of_device uuid, shown bytea, money loge.payment_row[])
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    k loge.conflict;
    w loge.show;
BEGIN
    j := loge.journal_for(me, of_device, shown);
    IF me.may & :ROLE_BITS_SELLING = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    PERFORM loge.mind_money(j, money);
    FOR k IN SELECT c.* FROM loge.conflict AS c
        WHERE c.house = me.house AND c.device = of_device AND c.outcome = :CONFLICT_OPEN AND c.sale IS NULL
            AND c.id IN (SELECT r.sale FROM unnest(money) AS r)
            AND EXISTS (SELECT 1 FROM loge.entry AS e WHERE e.house = me.house AND e.uid = c.id
                AND e.device = of_device AND (e.state = :ENTRY_REFUSED OR e.heading = :MERGE_BAG_TWICE))
    LOOP
        SELECT t.* INTO w FROM loge.show AS t WHERE t.house = me.house
        ORDER BY t.no = k.show_no DESC, t.no DESC LIMIT 1;
        INSERT INTO loge.sale (house, {columns sale})
        SELECT me.house, {columns sale s}
        FROM (SELECT sum(q.amount)::bigint AS paid, min(q.shift::text)::uuid AS shift
            FROM unnest(money) AS q WHERE q.sale = k.id) AS r
        CROSS JOIN LATERAL loge.a_sale(id => k.id, version => 1, code => 'R-' || upper(right(k.id::text, 12)),
            show_no => w.no, status => (:SALE_PAID)::smallint, currency => w.currency, paid => r.paid,
            shift => loge.sync_shift_of(me, j, r.shift, k.actor, w.currency), sold_by => k.actor,
            till => j.till, sold_at => k.made_at) AS s;
        INSERT INTO loge.payment (house, {columns payment})
        SELECT me.house, {columns payment r but shift = s.shift; late_at = loge.late_at(me, r.at);
            voucher = CASE k.heading WHEN :MERGE_BAG_TWICE THEN r.voucher ELSE '' END}
        FROM unnest(money) AS r
        JOIN loge.sale AS s ON s.house = me.house AND s.id = r.sale
        WHERE r.sale = k.id;
        UPDATE loge.shift AS p SET version = p.version + 1
        FROM loge.sale AS s
        WHERE s.house = me.house AND s.id = k.id AND p.house = me.house AND p.id = s.shift;
        UPDATE loge.conflict AS c SET sale = k.id, version = c.version + 1
        WHERE c.house = me.house AND c.id = k.id;
    END LOOP;
END
$$;

-- Money that was put into a till's drawer, or taken out of it, by such acts: it was moved.
CREATE FUNCTION loge.sync_salvage_moves(of_device uuid, shown bytea, moves loge.move_row[])
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    into_shift uuid;
    r loge.move_row;
BEGIN
    j := loge.journal_for(me, of_device, shown);
    IF me.may & :ROLE_BITS_SELLING = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    PERFORM loge.mind_moves(j, moves);
    FOREACH r IN ARRAY moves LOOP
        into_shift := loge.sync_shift_of(me, j, r.shift, me.name,
            (SELECT o.currency FROM loge.house AS o WHERE o.house = me.house));
        INSERT INTO loge.shift_move (house, {columns shift_move})
        SELECT me.house, {columns shift_move r but shift = into_shift}
        ON CONFLICT DO NOTHING;
        UPDATE loge.shift AS p SET version = p.version + 1
        WHERE p.house = me.house AND p.id = into_shift;
    END LOOP;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.sync_salvage OWNER TO loge_fn;
ALTER FUNCTION loge.sync_salvage_moves OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.sync_salvage
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.sync_salvage_moves
    TO loge_clerk, loge_supervisor, loge_manager, loge_service;
