-- A house's own rules: what it wants done with entries that do not fit (loge.policy), and which
-- tills always have free seats of their own to sell when they are alone. Managers make them.

-- So many free seats of a show (0: of every show on sale), of one section or ('') of the whole
-- hall, are lent to a till whenever it says hello.
CREATE TABLE loge.loan_rule (
    house integer NOT NULL,
    device uuid NOT NULL,
    show_no integer NOT NULL CHECK (show_no >= 0),
    section text NOT NULL,
    seats integer NOT NULL CHECK (seats BETWEEN 1 AND 10000),
    made_by text NOT NULL,
    made_at bigint NOT NULL,
    PRIMARY KEY (house, device, show_no, section),
    FOREIGN KEY (house, device) REFERENCES loge.journal
);
ALTER TABLE loge.loan_rule ENABLE ROW LEVEL SECURITY;
ALTER TABLE loge.loan_rule FORCE ROW LEVEL SECURITY;
CREATE POLICY own_house ON loge.loan_rule USING (house =
    (SELECT l.house FROM loge.login AS l WHERE l.login = session_user));
GRANT SELECT ON loge.loan_rule
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON loge.loan_rule TO loge_fn;

-- A rule is told in the log.
CREATE FUNCTION loge.tell_rule(me loge.doer, about uuid, what text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
        version, was, became, subject, held_ms, reason, note, key)
    VALUES (me.house, me.base + 1, me.now_ms, :ACT_TILL, me.name, me.till, '', me.role, 0, -1, 0, 0, 0,
        about, 0, '', what, NULL)
$$;

-- Makes a rule or changes it; no seats: takes it away, and without a show (NULL) every rule of the
-- till, which is a supervisor's too.
CREATE FUNCTION loge.loan_rule_1(of_device uuid, of_show integer, of_section text,
    of_seats integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    IF me.house IS NULL
            OR me.may & (CASE WHEN of_show IS NULL THEN :ROLE_BITS_OFFICE ELSE :ROLE_BIT_MANAGER END) = 0
            OR NOT EXISTS (SELECT 1 FROM loge.journal AS j
                WHERE j.house = me.house AND j.device = of_device) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF of_seats > 0 THEN
        INSERT INTO loge.loan_rule (house, device, show_no, section, seats, made_by, made_at)
        VALUES (me.house, of_device, of_show, of_section, of_seats, me.name, me.now_ms)
        ON CONFLICT (house, device, show_no, section) DO UPDATE SET seats = excluded.seats,
            made_by = excluded.made_by, made_at = excluded.made_at;
    ELSE
        DELETE FROM loge.loan_rule AS r
        WHERE r.house = me.house AND r.device = of_device
            AND (of_show IS NULL OR (r.show_no = of_show AND r.section = of_section));
        IF NOT FOUND THEN
            RETURN;
        END IF;
    END IF;
    PERFORM loge.tell_rule(me, of_device, 'lends ' || of_seats || coalesce(' of show '
        || nullif(of_show, 0), '') || CASE WHEN of_section <> '' THEN ' ' || of_section ELSE '' END);
END
$$;

-- Some seats to a till or (into 0) back to the house, with their events and rows; how many.
CREATE FUNCTION loge.lend_rows(me loge.doer, j loge.journal, of_show integer, seats integer[],
    into_till integer, used integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    done integer;
BEGIN
    WITH changed AS (
        UPDATE loge.show_seat AS t SET allotment = into_till, version = t.version + 1
        WHERE t.house = me.house AND t.show_no = of_show AND t.seat_no = ANY (seats)
        RETURNING t.seat_no, t.version, t.status
    )
    INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
        version, was, became, subject, held_ms, reason, note, key)
    SELECT me.house, me.base + used + row_number() OVER (), me.now_ms,
        CASE WHEN into_till = 0 THEN :ACT_TAKE_BACK ELSE :ACT_LEND END, me.name, j.till, '', me.role, of_show,
        c.seat_no, c.version, c.status, c.status, j.device, 0, '', j.till, NULL
    FROM changed AS c;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF into_till = 0 THEN
        DELETE FROM loge.lent AS r
        WHERE r.house = me.house AND r.show_no = of_show AND r.seat_no = ANY (seats);
    ELSE
        INSERT INTO loge.lent (house, show_no, seat_no, device, lent_by, lent_at)
        SELECT me.house, of_show, s, j.device, me.name, me.now_ms FROM unnest(seats) AS s;
    END IF;
    RETURN done;
END
$$;

-- A till that says hello: what its rules give it and it does not have is lent to it, from the end
-- of the section or the hall; and when it has sent all it did (head), seats of shows that are over
-- are the house's again. Whoever has the till's key may call it. How many seats moved.
CREATE FUNCTION loge.renew_loans_1(of_device uuid, shown bytea, head bigint) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    r record;
    place integer[];
    used integer := 0;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM loge.loan_rule AS q
            WHERE q.house = me.house AND q.device = of_device)
            AND NOT EXISTS (SELECT 1 FROM loge.lent AS q
                WHERE q.house = me.house AND q.device = of_device) THEN
        RETURN 0;
    END IF;
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device
    FOR NO KEY UPDATE;
    IF sha256(shown) IS DISTINCT FROM j.proof OR j.quarantine <> :QUARANTINE_NONE OR j.recall THEN
        RETURN 0;
    END IF;
    FOR r IN SELECT q.show_no, array_agg(q.seat_no ORDER BY q.seat_no) AS seats
        FROM loge.lent AS q
        JOIN loge.show AS w ON w.house = q.house AND w.no = q.show_no
        WHERE q.house = me.house AND q.device = of_device AND head = j.last_seq
            AND (w.status = :SHOW_CLOSED OR w.starts_at < me.now_ms - 21600000)
        GROUP BY q.show_no ORDER BY q.show_no
    LOOP
        PERFORM 1 FROM loge.show_seat AS t
        WHERE t.house = me.house AND t.show_no = r.show_no AND t.seat_no = ANY (r.seats)
        ORDER BY t.seat_no
        FOR NO KEY UPDATE;
        used := used + loge.lend_rows(me, j, r.show_no, r.seats, 0, used);
    END LOOP;
    FOR r IN SELECT w.no AS show_no, w.hall_no, q.section, q.seats - (SELECT count(*)
            FROM loge.lent AS n
            JOIN loge.show_seat AS t ON t.house = n.house AND t.show_no = n.show_no
                AND t.seat_no = n.seat_no AND t.status = :SEAT_AVAILABLE
            JOIN loge.hall_seat AS h ON h.house = n.house AND h.hall_no = w.hall_no
                AND h.seat_no = n.seat_no
            JOIN loge.hall_row AS i ON i.house = n.house AND i.hall_no = w.hall_no
                AND i.row_no = h.row_no
            JOIN loge.hall_section AS s ON s.house = n.house AND s.hall_no = w.hall_no
                AND s.section_no = i.section_no
            WHERE n.house = me.house AND n.device = of_device AND n.show_no = w.no
                AND q.section IN ('', s.name)) AS missing
        FROM loge.loan_rule AS q
        JOIN loge.show AS w ON w.house = q.house AND q.show_no IN (0, w.no) AND w.status = :SHOW_OPEN
            AND w.starts_at >= me.now_ms - 21600000
        WHERE q.house = me.house AND q.device = of_device
        ORDER BY w.no, q.section
    LOOP
        CONTINUE WHEN r.missing <= 0;
        SELECT array_agg(p.seat_no) INTO place
        FROM (SELECT t.seat_no
            FROM loge.show_seat AS t
            JOIN loge.hall_seat AS h ON h.house = t.house AND h.hall_no = r.hall_no
                AND h.seat_no = t.seat_no
            JOIN loge.hall_row AS i ON i.house = t.house AND i.hall_no = r.hall_no
                AND i.row_no = h.row_no
            JOIN loge.hall_section AS s ON s.house = t.house AND s.hall_no = r.hall_no
                AND s.section_no = i.section_no
            WHERE t.house = me.house AND t.show_no = r.show_no AND t.status = :SEAT_AVAILABLE
                AND t.allotment = 0 AND NOT t.retired AND r.section IN ('', s.name)
            ORDER BY h.pos DESC LIMIT r.missing
            FOR NO KEY UPDATE OF t SKIP LOCKED) AS p;
        CONTINUE WHEN place IS NULL;
        used := used + loge.lend_rows(me, j, r.show_no, place, j.no, used);
    END LOOP;
    RETURN used;
END
$$;

-- One of the house's rules, by the name of its column (on and off are 1 and 0). ANSWER_INVALID: there is
-- none of that name, or it may not be that.
CREATE FUNCTION loge.policy_1(of_key text, into_value bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    good boolean := CASE of_key
        WHEN 'rebase' THEN into_value IN (0, 1)
        WHEN 'paid_beats_hold' THEN into_value IN (0, 1)
        WHEN 'reseat_most' THEN into_value BETWEEN 0 AND 100
        WHEN 'lease_ms' THEN into_value BETWEEN 60000 AND 1209600000
        WHEN 'decide_ms' THEN into_value BETWEEN 0 AND 1209600000
        WHEN 'offline_days' THEN into_value BETWEEN 1 AND 365
        WHEN 'web_refund' THEN into_value IN (0, 1)
        WHEN 'web_refund_until_ms' THEN into_value BETWEEN 0 AND 31622400000
        WHEN 'web_refund_fees' THEN into_value IN (0, 1)
        WHEN 'list_ms' THEN into_value BETWEEN 60000 AND 1209600000
        WHEN 'list_scanner' THEN into_value IN (0, 1)
        WHEN 'bag_limit_g' THEN into_value BETWEEN 0 AND :BAG_MOST_G
        WHEN 'bag_fee' THEN into_value BETWEEN 0 AND 100000000000 END;
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BIT_MANAGER = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF good IS NOT TRUE THEN
        PERFORM loge.answer(:ANSWER_INVALID);
    END IF;
    INSERT INTO loge.policy (house, version) VALUES (me.house, 1) ON CONFLICT DO NOTHING;
    UPDATE loge.policy AS p SET version = p.version + 1,
        rebase = CASE of_key WHEN 'rebase' THEN into_value = 1 ELSE p.rebase END,
        paid_beats_hold = CASE of_key WHEN 'paid_beats_hold' THEN into_value = 1
            ELSE p.paid_beats_hold END,
        reseat_most = CASE of_key WHEN 'reseat_most' THEN into_value ELSE p.reseat_most END,
        lease_ms = CASE of_key WHEN 'lease_ms' THEN into_value ELSE p.lease_ms END,
        decide_ms = CASE of_key WHEN 'decide_ms' THEN into_value ELSE p.decide_ms END,
        offline_days = CASE of_key WHEN 'offline_days' THEN into_value ELSE p.offline_days END,
        web_refund = CASE of_key WHEN 'web_refund' THEN into_value = 1 ELSE p.web_refund END,
        web_refund_until_ms = CASE of_key WHEN 'web_refund_until_ms' THEN into_value
            ELSE p.web_refund_until_ms END,
        web_refund_fees = CASE of_key WHEN 'web_refund_fees' THEN into_value = 1
            ELSE p.web_refund_fees END,
        list_ms = CASE of_key WHEN 'list_ms' THEN into_value ELSE p.list_ms END,
        list_scanner = CASE of_key WHEN 'list_scanner' THEN into_value = 1
            ELSE p.list_scanner END,
        bag_limit_g = CASE of_key WHEN 'bag_limit_g' THEN into_value ELSE p.bag_limit_g END,
        bag_fee = CASE of_key WHEN 'bag_fee' THEN into_value ELSE p.bag_fee END
    WHERE p.house = me.house;
    PERFORM loge.tell_rule(me, NULL, of_key || ' ' || into_value);
END
$$;

RESET ROLE;
ALTER FUNCTION loge.loan_rule_1 OWNER TO loge_fn;
ALTER FUNCTION loge.renew_loans_1 OWNER TO loge_fn;
ALTER FUNCTION loge.policy_1 OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.tell_rule, loge.lend_rows TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.policy_1 TO loge_manager;
GRANT EXECUTE ON FUNCTION loge.loan_rule_1 TO loge_supervisor, loge_manager;
GRANT EXECUTE ON FUNCTION loge.renew_loans_1
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
