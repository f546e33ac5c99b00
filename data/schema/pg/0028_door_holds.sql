-- Whoever scans at a door may keep seats for somebody there, and let them go: holds of their own, of
-- source scanner (2), without money. Alone a door does the same, and brings it home (0016_walls.sql).

GRANT SELECT ON loge.hold, loge.claim TO loge_scanner;
-- Of everybody else's a scanner knows the seats, and no name or address.
CREATE POLICY own_holds ON loge.hold AS RESTRICTIVE FOR SELECT TO loge_scanner
    USING (holder = (SELECT l.name FROM loge.login AS l WHERE l.login = session_user));

-- An act of holds alone. others: how many kinds of other rows it has.
CREATE FUNCTION loge.holds_only(me loge.doer, act smallint, steps loge.step[],
    new_holds loge.hold_row[], holds loge.hold_row[], notes loge.note_row[], others integer)
RETURNS boolean LANGUAGE sql AS $$
    SELECT me.may & 1 <> 0 AND others = 0 AND act IN (0, 1, 3)
        AND NOT EXISTS (SELECT 1 FROM unnest(steps) AS r WHERE r.act NOT IN (0, 1, 3, 5))
        AND NOT EXISTS (SELECT 1 FROM unnest(new_holds) AS r WHERE r.source <> 2)
        AND NOT EXISTS (SELECT 1 FROM unnest(holds) AS r
            WHERE r.status NOT IN (0, 3, 4) OR r.sale IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM unnest(notes) AS r WHERE r.act NOT IN (0, 1, 3))
$$;
RESET ROLE;
GRANT EXECUTE ON FUNCTION loge.holds_only TO loge_fn;
SET ROLE loge_fn;

-- loge.apply_1 as it is, but for the line that says whose acts it takes.
DO $$
DECLARE
    body text := pg_get_functiondef('loge.apply_1'::regproc);
    line text := 'IF me.may & 30 = 0 OR (';
BEGIN
    IF strpos(body, line) = 0 THEN
        RAISE EXCEPTION 'loge.apply_1 is not what it was';
    END IF;
    EXECUTE replace(body, line, 'IF (me.may & 30 = 0 AND NOT loge.holds_only(me, act, steps,
            new_holds, holds, notes, num_nonnulls(sales, tickets, payments, shifts, moves,
            customers, waiters, vouchers, people, halls, shows))) OR (');
END
$$;
GRANT EXECUTE ON FUNCTION loge.apply_1, loge.busy_1 TO loge_scanner;
SET ROLE loge_owner;
