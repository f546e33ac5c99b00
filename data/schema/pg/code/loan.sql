-- Seats that are lent to tills, so that each has some to sell when it is alone, and of vouchers what each
-- may give away.

-- ---- lent seats ---------------------------------------------------------------------------------

-- Are there no more free seats of these shows with a till than its rules give it?
CREATE FUNCTION loge.within_rules(me loge.doer, of_device uuid, shows integer[]) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    RETURN NOT EXISTS (SELECT 1 FROM (SELECT DISTINCT u.no FROM unnest(shows) AS u (no)) AS w
        WHERE (SELECT count(*) FROM loge.lent AS r
                JOIN loge.show_seat AS t ON t.house = r.house AND t.show_no = r.show_no
                    AND t.seat_no = r.seat_no AND t.status = :SEAT_AVAILABLE
                WHERE r.house = me.house AND r.device = of_device AND r.show_no = w.no)
            > (SELECT coalesce(sum(q.seats), 0) FROM loge.loan_rule AS q
                WHERE q.house = me.house AND q.device = of_device AND q.show_no IN (0, w.no)));
END
$$;

-- Lends seats that are free to a till: a supervisor, or whoever has the till's key within the rules
-- (which seats: src/domain/loan.h). ANSWER_SEAT_TAKEN: one of them is not, nothing is lent.
CREATE FUNCTION loge.lend(of_device uuid, shown bytea, shows integer[], seats integer[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    done integer;
BEGIN
    j := loge.journal_of(me, of_device, shown);
    IF j.quarantine <> :QUARANTINE_NONE THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    WITH wanted AS MATERIALIZED (
        SELECT t.show_no, t.seat_no, t.version
        FROM unnest(shows, seats) AS r (show_no, seat_no)
        JOIN loge.show_seat AS t ON t.house = me.house AND t.show_no = r.show_no
            AND t.seat_no = r.seat_no AND NOT t.retired
        WHERE t.status = :SEAT_AVAILABLE AND t.allotment = 0
        ORDER BY t.show_no, t.seat_no
        FOR NO KEY UPDATE OF t
    ), changed AS (
        UPDATE loge.show_seat AS t SET allotment = j.no, version = t.version + 1
        FROM wanted AS r
        WHERE t.house = me.house AND t.show_no = r.show_no AND t.seat_no = r.seat_no
            AND t.status = :SEAT_AVAILABLE AND t.allotment = 0
        RETURNING t.show_no, t.seat_no, t.version
    ), told AS (
        INSERT INTO loge.event (house, id, {columns event})
        SELECT me.house, me.base + row_number() OVER (), {values of event but at = me.now_ms;
            act = :ACT_LEND; actor = me.name; till = j.till; role = me.role; show_no = c.show_no;
            seat_no = c.seat_no; version = c.version; was = :SEAT_AVAILABLE; became = :SEAT_AVAILABLE;
            subject = j.device; note = j.till}
        FROM changed AS c
    ), kept AS (
        INSERT INTO loge.lent (house, show_no, seat_no, device, lent_by, lent_at)
        SELECT me.house, c.show_no, c.seat_no, j.device, me.name, me.now_ms
        FROM changed AS c
    )
    SELECT count(*) INTO done FROM changed;
    IF done <> cardinality(seats) THEN
        PERFORM loge.answer(:ANSWER_SEAT_TAKEN);
    END IF;
    IF me.may & :ROLE_BITS_OFFICE = 0 AND (j.recall OR NOT loge.within_rules(me, of_device, shows)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    RETURN done;
END
$$;

-- Seats that are lent to a till are the house's again, of these shows or (NULL) of all; how many.
CREATE FUNCTION loge.take_back(of_device uuid, shown bytea, shows integer[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    done integer;
BEGIN
    j := loge.journal_of(me, of_device, shown);
    WITH lent AS MATERIALIZED (
        SELECT t.show_no, t.seat_no
        FROM loge.lent AS r
        JOIN loge.show_seat AS t ON t.house = me.house AND t.show_no = r.show_no
            AND t.seat_no = r.seat_no
        WHERE r.house = me.house AND r.device = of_device AND (shows IS NULL OR r.show_no = ANY (shows))
        ORDER BY t.show_no, t.seat_no
        FOR NO KEY UPDATE OF t
    ), changed AS (
        UPDATE loge.show_seat AS t SET allotment = 0, version = t.version + 1
        FROM lent AS r
        WHERE t.house = me.house AND t.show_no = r.show_no AND t.seat_no = r.seat_no
        RETURNING t.show_no, t.seat_no, t.version, t.status
    ), told AS (
        INSERT INTO loge.event (house, id, {columns event})
        SELECT me.house, me.base + row_number() OVER (), {values of event but at = me.now_ms;
            act = :ACT_TAKE_BACK; actor = me.name; till = j.till; role = me.role; show_no = c.show_no;
            seat_no = c.seat_no; version = c.version; was = c.status; became = c.status; subject = j.device;
            note = j.till}
        FROM changed AS c
    )
    SELECT count(*) INTO done FROM changed;
    DELETE FROM loge.lent AS r WHERE r.house = me.house AND r.device = of_device
        AND (shows IS NULL OR r.show_no = ANY (shows));
    IF shows IS NULL THEN
        PERFORM loge.take_back_vouchers(me, j);
    END IF;
    RETURN done;
END
$$;

-- Nobody but the till a seat is lent to takes it, whoever asks and however.
CREATE FUNCTION loge.mind_the_loan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM loge.hold AS h
            JOIN loge.journal AS j ON j.house = h.house AND j.till = h.till
            WHERE h.house = new.house AND h.id = new.holder AND j.no = new.allotment) THEN
        PERFORM loge.answer(:ANSWER_SEAT_TAKEN);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER mind_the_loan AFTER UPDATE OF status ON loge.show_seat
    FOR EACH ROW WHEN (new.allotment <> 0 AND new.status = :SEAT_HELD AND old.status <> :SEAT_HELD)
    EXECUTE FUNCTION loge.mind_the_loan();

-- However a seat was lent: its till is told so when it next says hello.
CREATE FUNCTION loge.tell_of_loans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE loge.journal AS j SET lent = true
    FROM (SELECT DISTINCT r.house, r.device FROM made AS r) AS q
    WHERE j.house = q.house AND j.device = q.device AND NOT j.lent;
    RETURN NULL;
END
$$;
CREATE TRIGGER tell_of_loans AFTER INSERT ON loge.lent REFERENCING NEW TABLE AS made
    FOR EACH STATEMENT EXECUTE FUNCTION loge.tell_of_loans();

-- ---- vouchers -----------------------------------------------------------------------------------

-- Whatever is lent of a voucher stands in its row too (money and uses), and is never more than it has left
-- when it is lent. What comes home over budget later (loge.sync_people) takes nothing of what others were
-- promised.
CREATE FUNCTION loge.mind_the_voucher() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v loge.voucher;
    of_loan loge.voucher_loan := coalesce(new, old);
    more CONSTANT bigint := coalesce(new.money, 0) - coalesce(old.money, 0);
    more_uses CONSTANT integer := coalesce(new.uses, 0) - coalesce(old.uses, 0);
BEGIN
    UPDATE loge.voucher AS t SET lent = t.lent + more, lent_uses = t.lent_uses + more_uses
    WHERE t.house = of_loan.house AND t.code = of_loan.code
    RETURNING t.* INTO v;
    IF (more > 0 AND v.used + v.lent > v.budget) OR (more_uses > 0 AND (v.kind = :VOUCHER_GIFT
            OR v.uses + v.lent_uses > v.max_uses)) THEN
        RAISE check_violation USING MESSAGE = 'more of voucher ' || v.code || ' is lent than it has left';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER mind_the_voucher AFTER INSERT OR UPDATE OF money, uses OR DELETE ON loge.voucher_loan
    FOR EACH ROW EXECUTE FUNCTION loge.mind_the_voucher();

-- A supervisor lends more to a till whose journal is taken and which is not asked for what it has
-- (src/domain/loan.h); what it has only the till gives back, by what it says.
CREATE FUNCTION loge.write_loans(me loge.doer, rows loge.loan_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    IF me.may & :ROLE_BITS_OFFICE = 0 OR EXISTS (SELECT 1 FROM unnest(rows) AS r
            LEFT JOIN loge.journal AS j ON j.house = me.house AND j.device = r.device AND j.till = r.till
                AND j.quarantine = :QUARANTINE_NONE AND NOT j.recall
            LEFT JOIN loge.voucher_loan AS l ON l.house = me.house AND l.code = r.code
                AND l.device = r.device
            WHERE j.device IS NULL OR r.money < coalesce(l.money, 0) OR r.uses < coalesce(l.uses, 0)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    INSERT INTO loge.voucher_loan (house, {columns voucher_loan})
    SELECT me.house, {columns voucher_loan r but version = 1}
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.voucher_loan AS l SET {changes voucher_loan r but version = l.version + 1}
    FROM unnest(rows) AS r
    WHERE l.house = me.house AND l.code = r.code AND l.device = r.device AND l.version = r.version
        AND r.version > 0;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
    UPDATE loge.journal AS j SET lent = true
    FROM unnest(rows) AS r
    WHERE j.house = me.house AND j.device = r.device AND NOT j.lent;
END
$$;

-- What an act of a till at the house is to give away beyond what of a voucher is free comes out of what
-- this very till is lent; what is lent to others stays theirs. Lending changes the voucher too, so whoever
-- has its latest version knew. Before the rows are written; vouchers are locked before what is lent of them,
-- as everywhere.
CREATE FUNCTION loge.spare_loans(me loge.doer, rows loge.voucher_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    r record;
BEGIN
    FOR r IN SELECT v.code, CASE WHEN v.budget > 0 THEN greatest(0, q.used + v.lent - v.budget)
                - greatest(0, v.used + v.lent - v.budget) ELSE 0 END AS money,
            CASE WHEN v.max_uses > 0 THEN greatest(0, q.uses + v.lent_uses - v.max_uses)
                - greatest(0, v.uses + v.lent_uses - v.max_uses) ELSE 0 END AS uses
        FROM unnest(rows) AS q
        JOIN loge.voucher AS v ON v.house = me.house AND v.code = q.code AND v.version = q.version
        WHERE v.lent > 0 OR v.lent_uses > 0
        ORDER BY v.code
        FOR NO KEY UPDATE OF v
    LOOP
        CONTINUE WHEN r.money <= 0 AND r.uses <= 0;
        UPDATE loge.voucher_loan AS l SET money = l.money - greatest(0, r.money),
            uses = l.uses - greatest(0, r.uses), version = l.version + 1
        WHERE l.house = me.house AND l.code = r.code AND l.till = me.till AND l.money >= r.money
            AND l.uses >= r.uses;
        IF NOT FOUND THEN
            PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
        END IF;
    END LOOP;
END
$$;

-- What a till gave away alone comes out of what it was lent.
CREATE FUNCTION loge.use_loans(me loge.doer, j loge.journal, rows loge.voucher_row[]) RETURNS void
LANGUAGE sql AS $$
    UPDATE loge.voucher_loan AS l SET money = l.money - least(l.money, r.money),
        uses = l.uses - least(l.uses, r.uses), version = l.version + 1
    FROM (SELECT q.code, greatest(0, sum(q.used))::bigint AS money, greatest(0, sum(q.uses))::integer AS uses
        FROM unnest(rows) AS q GROUP BY q.code) AS r
    WHERE l.house = me.house AND l.code = r.code AND l.device = j.device
        AND (least(l.money, r.money) > 0 OR least(l.uses, r.uses) > 0)
$$;

-- Nothing of any voucher is lent to a till any more, which has told all it gave away, or never will.
CREATE FUNCTION loge.take_back_vouchers(me loge.doer, j loge.journal) RETURNS void LANGUAGE sql AS $$
    SELECT 1 FROM loge.voucher AS v
    WHERE v.house = me.house AND EXISTS (SELECT 1 FROM loge.voucher_loan AS l
        WHERE l.house = v.house AND l.code = v.code AND l.till = j.till)
    ORDER BY v.code
    FOR NO KEY UPDATE;
    UPDATE loge.voucher_loan AS l SET money = 0, uses = 0, version = l.version + 1
    WHERE l.house = me.house AND l.till = j.till AND l.device = j.device AND (l.money > 0 OR l.uses > 0)
$$;

-- Makes a rule or changes it; no seats: takes it away, and without a show (NULL) every rule of the
-- till, which is a supervisor's too.
CREATE FUNCTION loge.set_loan_rule(of_device uuid, of_show integer, of_section text,
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

RESET ROLE;
ALTER FUNCTION loge.lend OWNER TO loge_fn;
ALTER FUNCTION loge.take_back OWNER TO loge_fn;
ALTER FUNCTION loge.set_loan_rule OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.lend, loge.take_back
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.set_loan_rule TO loge_supervisor, loge_manager;
