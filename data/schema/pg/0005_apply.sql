-- apply: compare and set, everything or nothing, in one round trip.
--
-- First all seats are locked in their order and compared; nothing has been written then, so the
-- common ways out (stale, refused) are plain answers and cost neither a dead row nor a line in the
-- server's log. Then the key, then the rows. What is found out only later is raised as LG001.
--
-- The answer: the id of the act's last event (>= 0), or one of src/adapter/pg_answer.h.
--
-- Seats are found one by one by their whole key (LATERAL, or by the place where they were locked): a
-- planner without statistics would join the act with the whole show.
--
-- No EXCEPTION blocks (each would cost a subtransaction). enable_seqscan and plan_cache_mode: the
-- tables of a new house are empty, and plans cached then would read whole tables for ever.

-- ---- who acts ---------------------------------------------------------------------------------

-- NULL: this login is no (or no longer a) member of any house.
CREATE FUNCTION loge.who(till text) RETURNS loge.doer LANGUAGE plpgsql AS $$
DECLARE
    me loge.doer;
BEGIN
    SELECT l.house, l.name, l.role, l.carries, 1 << l.role, who.till,
        (pg_current_xact_id()::text::bigint + loge.event_base()) << 20, loge.now_ms()
    INTO me
    FROM loge.login AS l
    WHERE l.login = session_user;
    RETURN me;
END
$$;

-- The bit of whoever signed for this very act within the last ten minutes; 0: nobody did.
CREATE FUNCTION loge.signed(me loge.doer, act_key uuid, print bytea, by_name text)
RETURNS integer LANGUAGE sql AS $$
    SELECT coalesce((SELECT 1 << a.role FROM loge.approval AS a
        WHERE a.house = me.house AND a.key = act_key AND a.approver = by_name
            AND a.fingerprint = print AND a.at > me.now_ms - 600000), 0)
$$;

-- ---- may this be done to a held or sold seat? -------------------------------------------------

-- One hold a customer: a new hold for the same address gives the old one up, whoever keeps it.
CREATE FUNCTION loge.gives_up(me loge.doer, old loge.hold, holds loge.hold_row[])
RETURNS boolean LANGUAGE sql AS $$
    SELECT old.email <> '' AND EXISTS (SELECT 1 FROM loge.show AS w
            WHERE w.house = me.house AND w.no = old.show_no AND w.one_hold)
        AND EXISTS (SELECT 1 FROM unnest(holds) AS r WHERE r.version = 0
            AND r.show_no = old.show_no AND lower(r.email) = lower(old.email))
$$;

-- 0, or the answer. A hold that is being paid for has a deadline of its own. An offer of the waiting list
-- (SOURCE_WAITLIST) belongs to its waiter: everybody who sells may sell it to them, release it, or take it
-- into their own basket.
CREATE FUNCTION loge.judge_held(me loge.doer, act smallint, became smallint, holder uuid,
    old loge.hold, held_until bigint, holds loge.hold_row[]) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    IF act = :ACT_EXPIRE THEN
        IF held_until > me.now_ms OR (old.status = :HOLD_PAYING AND old.paying_until > me.now_ms) THEN
            RETURN :ANSWER_SEAT_TAKEN;
        END IF;
        RETURN 0;
    END IF;
    IF held_until <= me.now_ms AND became IN (:SEAT_HELD, :SEAT_SOLD) THEN
        RETURN :ANSWER_HOLD_EXPIRED;
    END IF;
    IF became = :SEAT_HELD AND judge_held.holder IS DISTINCT FROM old.id THEN
        RETURN :ANSWER_INVALID;
    END IF;
    IF me.carries OR act = :ACT_OVERRIDE OR old.holder = me.name THEN
        RETURN 0;
    END IF;
    IF old.source = :SOURCE_WAITLIST
            AND act IN (:ACT_EXTEND, :ACT_SELL, :ACT_RELEASE, :ACT_TRANSFER, :ACT_EXCHANGE)
            AND me.may & :ROLE_BITS_SELLING <> 0 THEN
        RETURN 0;
    END IF;
    IF act = :ACT_TRANSFER AND me.may & :ROLE_BITS_OFFICE <> 0 THEN
        RETURN 0;
    END IF;
    IF act = :ACT_RELEASE AND (me.may & :ROLE_BITS_SERVING <> 0 OR loge.gives_up(me, old, holds)) THEN
        RETURN 0;
    END IF;
    RETURN :ANSWER_NOT_HOLDER;
END
$$;

-- A clerk refunds what was sold in the open shift of his till; a supervisor anything. The service
-- does it for its customers, as long as the house lets them.
-- (plpgsql, because loge.policy comes later.)
CREATE FUNCTION loge.judge_refund(me loge.doer, sale_id uuid) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    IF me.may & :ROLE_BITS_OFFICE <> 0 OR EXISTS (SELECT 1
            FROM loge.sale AS v JOIN loge.shift AS p ON p.house = v.house AND p.id = v.shift
            WHERE v.house = me.house AND v.id = sale_id AND p.till = me.till AND p.closed_at = 0)
            OR (me.may & :ROLE_BIT_SERVICE <> 0 AND EXISTS (SELECT 1
                FROM loge.sale AS v JOIN loge.show AS w ON w.house = v.house AND w.no = v.show_no
                JOIN loge.policy AS p ON p.house = v.house
                WHERE v.house = me.house AND v.id = sale_id AND p.web_refund
                    AND w.starts_at - p.web_refund_until_ms > me.now_ms)) THEN
        RETURN 0;
    END IF;
    RETURN :ANSWER_NOT_ALLOWED;
END
$$;

-- Money goes back by the same rule, whatever the act is called: an exchange for cheaper seats gives
-- money back without a seat that is refunded.
CREATE FUNCTION loge.judge_payments(me loge.doer, rows loge.payment_row[]) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    r loge.payment_row;
BEGIN
    FOREACH r IN ARRAY rows LOOP
        IF r.amount < 0 AND loge.judge_refund(me, r.sale) <> 0 THEN
            RETURN :ANSWER_NOT_ALLOWED;
        END IF;
    END LOOP;
    RETURN 0;
END
$$;

-- A new hold is open and in the name of whoever acts.
CREATE FUNCTION loge.judge_new_holds(me loge.doer, rows loge.hold_row[]) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    r loge.hold_row;
BEGIN
    FOREACH r IN ARRAY rows LOOP
        IF r.holder <> me.name THEN
            RETURN :ANSWER_NOT_ALLOWED;
        END IF;
        IF r.status NOT IN (:HOLD_ACTIVE, :HOLD_PAYING) THEN
            RETURN :ANSWER_INVALID;
        END IF;
    END LOOP;
    RETURN 0;
END
$$;

-- An offer stays an offer, and in the name it was in or in that of the clerk who takes it over.
CREATE FUNCTION loge.is_offer_kept(me loge.doer, old loge.hold, became loge.hold_row)
RETURNS boolean LANGUAGE sql AS $$
    SELECT me.may & :ROLE_BITS_SELLING <> 0 AND old.source = :SOURCE_WAITLIST
        AND old.status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND became.source = :SOURCE_WAITLIST
        AND became.status IN (:HOLD_ACTIVE, :HOLD_PAYING, :HOLD_CONVERTED, :HOLD_CANCELLED)
        AND became.holder IN (old.holder, me.name)
$$;

-- May these holds be changed by whoever acts?
CREATE FUNCTION loge.judge_holds(me loge.doer, rows loge.hold_row[],
    new_holds loge.hold_row[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    r loge.hold_row;
    old loge.hold;
BEGIN
    FOREACH r IN ARRAY rows LOOP
        SELECT h.* INTO old FROM loge.hold AS h WHERE h.house = me.house AND h.id = r.id;
        IF old.holder <> me.name AND me.may & :ROLE_BITS_SERVING = 0
                AND NOT loge.is_offer_kept(me, old, r)
                AND NOT loge.gives_up(me, old, new_holds) THEN
            RETURN :ANSWER_NOT_HOLDER;
        END IF;
    END LOOP;
    RETURN 0;
END
$$;

-- May a seat go into a hold that was there before, or into one of several new ones? (Not in SQL: a
-- function in SQL is planned anew at each call, and an act of many holds asks for every seat.)
CREATE FUNCTION loge.judge_into(me loge.doer, hold_id uuid, of_show integer,
    new_holds loge.hold_row[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    r loge.hold_row;
BEGIN
    FOREACH r IN ARRAY coalesce(new_holds, '{}') LOOP
        IF r.id = hold_id AND r.show_no = of_show THEN
            RETURN 0;
        END IF;
    END LOOP;
    IF EXISTS (SELECT 1 FROM loge.hold AS h WHERE h.house = me.house AND h.id = hold_id
            AND h.show_no = of_show AND h.status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND h.holder = me.name) THEN
        RETURN 0;
    END IF;
    RETURN :ANSWER_INVALID;
END
$$;

-- Is it an act of holds alone, of SOURCE_SCANNER and without money? Whoever scans at a door keeps seats
-- for somebody there, and lets them go. others: how many kinds of other rows it has.
CREATE FUNCTION loge.holds_only(me loge.doer, act smallint, steps loge.step[],
    new_holds loge.hold_row[], holds loge.hold_row[], notes loge.note_row[], others integer)
RETURNS boolean LANGUAGE sql AS $$
    SELECT me.may & :ROLE_BIT_SCANNER <> 0 AND others = 0 AND act IN (:ACT_HOLD, :ACT_EXTEND, :ACT_RELEASE)
        AND NOT EXISTS (SELECT 1 FROM unnest(steps) AS r
            WHERE r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_RELEASE, :ACT_EXPIRE))
        AND NOT EXISTS (SELECT 1 FROM unnest(new_holds) AS r WHERE r.source <> :SOURCE_SCANNER)
        AND NOT EXISTS (SELECT 1 FROM unnest(holds) AS r
            WHERE r.status NOT IN (:HOLD_ACTIVE, :HOLD_EXPIRED, :HOLD_CANCELLED) OR r.sale IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM unnest(notes) AS r
            WHERE r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_RELEASE))
$$;

-- A seat is sold exactly when it has a valid ticket of the sale; looked at when all is written.
CREATE FUNCTION loge.check_tickets(me loge.doer, steps loge.step[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1
            FROM unnest(steps) AS s
            CROSS JOIN LATERAL (SELECT q.status, q.holder FROM loge.show_seat AS q
                WHERE q.house = me.house AND q.show_no = s.show_no AND q.seat_no = s.seat_no
                OFFSET 0) AS t
            LEFT JOIN LATERAL (SELECT q.sale FROM loge.ticket AS q
                WHERE q.house = me.house AND q.show_no = s.show_no AND q.seat_no = s.seat_no
                    AND q.status = :TICKET_VALID OFFSET 0) AS k ON true
            WHERE s.act IS NOT NULL AND (s.was = :SEAT_SOLD OR s.became = :SEAT_SOLD)
                AND k.sale IS DISTINCT FROM CASE WHEN t.status = :SEAT_SOLD THEN t.holder END) THEN
        PERFORM loge.answer(:ANSWER_INVALID);
    END IF;
END
$$;

-- A new hold that has to be the only one its customer has for the show. Two logins who hold for one
-- address lock different seats: the second waits here until the first has committed, and finds its
-- hold. It has all its other locks by then, so nobody waits for it in turn. An offer of the waiting
-- list (SOURCE_WAITLIST) is none of the customer's own.
CREATE FUNCTION loge.expect_only_hold(of_house integer, new_holds loge.hold_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    r loge.hold_row := new_holds[1];
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(r.show_no || ' ' || lower(r.email), of_house));
    IF EXISTS (SELECT 1 FROM loge.hold AS h
            WHERE h.house = of_house AND h.status = :HOLD_ACTIVE AND h.expires_at > loge.now_ms()
                AND h.show_no = r.show_no AND h.email_folded = lower(r.email)
                AND h.email_folded <> ''
                AND h.source <> :SOURCE_WAITLIST
                AND h.id <> r.id) THEN
        PERFORM loge.answer(:ANSWER_STALE);
    END IF;
END
$$;

-- A seat whose time is over leaves its hold without changing the hold's version. An act that saw it
-- there and lets go of the other seats must not leave an open hold without a seat: it decides again.
-- The holds are written, hence locked: who takes over another seat of one of them looks after this
-- act (end_holds), or has committed before and is seen here.
CREATE FUNCTION loge.expect_open_holds_have_seats(of_house integer, rows loge.hold_row[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM unnest(rows) AS r
            WHERE r.status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND NOT EXISTS (SELECT 1 FROM loge.claim AS c
                WHERE c.house = of_house AND c.hold_id = r.id AND c.live)) THEN
        PERFORM loge.answer(:ANSWER_STALE);
    END IF;
END
$$;

-- ---- writing the steps --------------------------------------------------------------------------

-- Claims say which hold has a seat now: closed when the seat leaves a hold, opened when it comes
-- into one.
CREATE FUNCTION loge.write_steps(me loge.doer, steps loge.step[], befores uuid[], closes boolean)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF closes THEN
        UPDATE loge.claim AS c SET live = false
        FROM unnest(steps) AS r
        WHERE r.was = :SEAT_HELD AND r.became <> :SEAT_HELD AND c.house = me.house
            AND c.hold_id = befores[r.n] AND c.seat_no = r.seat_no;
    END IF;
    WITH taken AS (
        INSERT INTO loge.claim (house, hold_id, seat_no, show_no, live)
        SELECT me.house, r.holder, r.seat_no, r.show_no, true
        FROM unnest(steps) AS r
        WHERE r.became = :SEAT_HELD AND r.was <> :SEAT_HELD
        ON CONFLICT (house, hold_id, seat_no) DO UPDATE SET live = true)
    UPDATE loge.show_seat AS t SET status = r.became, version = t.version + 1, holder = r.holder,
        held_until = r.held_until, open_to = r.open_to
    FROM unnest(steps) AS r
    CROSS JOIN LATERAL (SELECT k.ctid AS place FROM loge.show_seat AS k
        WHERE k.house = me.house AND k.show_no = r.show_no AND k.seat_no = r.seat_no
        OFFSET 0) AS l
    WHERE r.act IS NOT NULL AND t.house = me.house AND t.ctid = l.place;
END
$$;

-- When a seat changes twice, each step has to see the one before.
CREATE FUNCTION loge.write_steps_in_turn(me loge.doer, steps loge.step[], befores uuid[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    s loge.step;
BEGIN
    FOREACH s IN ARRAY steps LOOP
        IF s.act IS NOT NULL THEN
            PERFORM loge.write_steps(me, ARRAY[(1, s.show_no, s.seat_no, s.seen, s.act, s.was,
                s.became, s.holder, s.prior, s.held_until, s.open_to)::loge.step],
                ARRAY[befores[s.n]], s.was = :SEAT_HELD AND s.became <> :SEAT_HELD);
        END IF;
    END LOOP;
END
$$;

-- ---- the act ----------------------------------------------------------------------------------

-- Kept in a journal because its answer was lost, brought home (0012), and refused there or found in
-- conflict: an act has one answer, also when it is sent again and its seats are free by now.
CREATE FUNCTION loge.was_judged_otherwise(act_key uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN EXISTS (SELECT 1 FROM loge.entry AS e WHERE e.uid = act_key
        AND e.state NOT IN (:ENTRY_ACCEPTED, :ENTRY_REBASED));
END
$$;

CREATE FUNCTION loge.apply_1(program_schema integer, act_key uuid, print bytea, act smallint,
    actor text, till text, actor_role smallint, approver text, reason text, note text,
    answer text, steps loge.step[], new_holds loge.hold_row[] DEFAULT NULL,
    holds loge.hold_row[] DEFAULT NULL, notes loge.note_row[] DEFAULT NULL, sales loge.sale_row[] DEFAULT NULL,
    tickets loge.ticket_row[] DEFAULT NULL, payments loge.payment_row[] DEFAULT NULL,
    shifts loge.shift_row[] DEFAULT NULL, moves loge.move_row[] DEFAULT NULL,
    customers loge.customer_row[] DEFAULT NULL, waiters loge.waiter_row[] DEFAULT NULL,
    vouchers loge.voucher_row[] DEFAULT NULL, people loge.staff_row[] DEFAULT NULL,
    halls jsonb DEFAULT NULL, shows jsonb DEFAULT NULL, only_hold boolean DEFAULT false,
    address text DEFAULT '', client text DEFAULT '')
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer;
    s record; -- a step and the seat as it stands
    seat record; -- the one before, with its step taken
    at_show integer := -1; -- the seat that was looked at last
    at_seat integer := -1;
    old loge.hold;
    befores uuid[] := '{}'; -- by change: who had the seat
    held bigint[] := '{}';  -- by change: for how long, when a hold ends here
    ended uuid[];
    changes integer := 0;
    found_seats integer := 0;
    twice boolean := false;
    closes boolean := false;
    sells boolean := false;
    added_show integer := 0;
    verdict integer := 0;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION USING ERRCODE = 'LG002',
            MESSAGE = 'an act needs the isolation level READ COMMITTED';
    END IF;
    IF program_schema <> loge.schema() THEN
        RAISE EXCEPTION USING ERRCODE = 'LG003', MESSAGE = loge.schema()::text;
    END IF;
    SELECT l.house, l.name, l.role, l.carries, 1 << l.role, apply_1.till,
        (pg_current_xact_id()::text::bigint + loge.event_base()) << 20, loge.now_ms()
    INTO me
    FROM loge.login AS l
    WHERE l.login = session_user;
    IF me.house IS NULL THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    IF NOT me.carries AND actor <> me.name THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    IF approver <> '' AND NOT me.carries THEN
        verdict := loge.signed(me, act_key, print, approver);
        IF verdict = 0 THEN
            RETURN :ANSWER_NOT_ALLOWED;
        END IF;
        me.may := me.may | verdict;
        verdict := 0;
    END IF;
    IF (me.may & :ROLE_BITS_SELLING = 0 AND NOT loge.holds_only(me, act, steps, new_holds, holds, notes,
            num_nonnulls(sales, tickets, payments, shifts, moves, customers, waiters, vouchers,
                people, halls, shows)))
            OR (me.may & :ROLE_BIT_MANAGER = 0 AND (halls IS NOT NULL OR shows IS NOT NULL)) THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    IF new_holds IS NOT NULL AND NOT me.carries THEN
        verdict := loge.judge_new_holds(me, new_holds);
    END IF;
    IF holds IS NOT NULL AND NOT me.carries AND verdict = 0 THEN
        verdict := loge.judge_holds(me, holds, new_holds);
    END IF;

    IF payments IS NOT NULL AND NOT me.carries AND verdict = 0 THEN
        verdict := loge.judge_payments(me, payments);
    END IF;

    -- Every seat, locked in the order of seats, however they were sent, so that no two acts can
    -- wait for one another; and compared. The same seat can come twice.
    IF steps IS NOT NULL AND verdict = 0 THEN
        FOR s IN SELECT r.n, r.show_no, r.seat_no, r.seen, r.act, r.was, r.became, r.holder,
                r.prior, r.held_until, t.version, t.status, t.holder AS holder_now,
                t.held_until AS until_now
            FROM (SELECT q.* FROM unnest(steps) WITH ORDINALITY AS q (n, show_no, seat_no, seen, act,
                    was, became, holder, prior, held_until, open_to, place)
                ORDER BY q.show_no, q.seat_no, q.place OFFSET 0) AS r
            CROSS JOIN LATERAL (SELECT k.version, k.status, k.holder, k.held_until
                FROM loge.show_seat AS k
                WHERE k.house = me.house AND k.show_no = r.show_no AND k.seat_no = r.seat_no
                    AND NOT k.retired
                FOR NO KEY UPDATE) AS t
        LOOP
            found_seats := found_seats + 1;
            IF s.show_no = at_show AND s.seat_no = at_seat THEN
                twice := twice OR s.act IS NOT NULL;
                s.version := seat.version;
                s.status := seat.status;
                s.holder_now := seat.holder_now;
                s.until_now := seat.until_now;
            END IF;
            at_show := s.show_no;
            at_seat := s.seat_no;
            IF s.version <> s.seen THEN
                verdict := :ANSWER_STALE;
            ELSIF s.act IS NOT NULL THEN
                IF s.status <> s.was OR s.n NOT BETWEEN 1 AND cardinality(steps) OR NOT (s.was
                        * 10000 + s.act * 100 + s.became = ANY (loge.steps())) THEN
                    verdict := :ANSWER_INVALID;
                ELSIF s.prior <> s.holder_now THEN
                    verdict := :ANSWER_NOT_HOLDER;
                ELSIF s.act IN (:ACT_OVERRIDE, :ACT_BLOCK, :ACT_UNBLOCK)
                        AND me.may & :ROLE_BITS_OFFICE = 0 THEN
                    verdict := :ANSWER_NOT_ALLOWED;
                ELSIF s.was = :SEAT_HELD THEN
                    SELECT h.* INTO old FROM loge.hold AS h
                    WHERE h.house = me.house AND h.id = s.holder_now;
                    verdict := loge.judge_held(me, s.act, s.became, s.holder, old, s.until_now,
                        new_holds);
                    IF s.became <> :SEAT_HELD THEN
                        held[s.n] := greatest(0, me.now_ms - old.created_at);
                        closes := true;
                    END IF;
                ELSIF s.act = :ACT_HOLD AND (new_holds[1]).id IS DISTINCT FROM s.holder
                        AND NOT me.carries THEN
                    verdict := loge.judge_into(me, s.holder, s.show_no, new_holds);
                ELSIF s.act = :ACT_REFUND AND NOT me.carries THEN
                    verdict := loge.judge_refund(me, s.holder_now);
                END IF;
                IF s.was IN (:SEAT_HELD, :SEAT_SOLD) THEN
                    befores[s.n] := s.holder_now;
                    IF s.act = :ACT_EXPIRE THEN
                        ended := ended || s.holder_now;
                    END IF;
                END IF;
                sells := sells OR s.was = :SEAT_SOLD OR s.became = :SEAT_SOLD;
                changes := changes + 1;
                seat := s;
                seat.version := s.version + 1;
                seat.status := s.became;
                seat.holder_now := s.holder;
                seat.until_now := s.held_until;
            ELSE
                seat := s;
            END IF;
            EXIT WHEN verdict <> 0;
        END LOOP;
        IF verdict = 0 AND found_seats <> cardinality(steps) THEN
            verdict := :ANSWER_STALE;
        END IF;
    END IF;
    IF verdict <> 0 THEN
        -- Perhaps it was this very act, sent before, that moved the seats.
        IF EXISTS (SELECT 1 FROM loge.receipt AS r
                WHERE r.house = me.house AND r.key = act_key) THEN
            RETURN :ANSWER_REPLAY;
        END IF;
        RETURN verdict;
    END IF;
    IF loge.was_judged_otherwise(act_key) THEN
        RETURN :ANSWER_JUDGED;
    END IF;

    INSERT INTO loge.receipt (house, key, fingerprint, act, at, last_event, answer)
    VALUES (me.house, act_key, print, act, me.now_ms,
        me.base + changes + coalesce(cardinality(notes), 0), answer)
    ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        RETURN :ANSWER_REPLAY;
    END IF;

    IF halls IS NOT NULL THEN
        PERFORM loge.write_halls(me, halls);
    END IF;
    IF shows IS NOT NULL THEN
        added_show := loge.write_shows(me, shows);
    END IF;
    IF new_holds IS NOT NULL THEN
        PERFORM loge.add_holds(me, new_holds);
    END IF;
    IF changes > 0 AND twice THEN
        PERFORM loge.write_steps_in_turn(me, steps, befores);
    ELSIF changes > 0 THEN
        PERFORM loge.write_steps(me, steps, befores, closes);
    END IF;
    IF changes > 0 THEN
        INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
            version, was, became, subject, held_ms, reason, note, key, address, client)
        -- A hold that is over ended by itself (ACT_EXPIRE), whoever takes its seats.
        SELECT me.house, me.base + r.n, me.now_ms, r.act,
            CASE WHEN r.act = :ACT_EXPIRE THEN 'sweep' ELSE actor END, till,
            CASE WHEN r.act = :ACT_EXPIRE THEN '' ELSE approver END,
            CASE WHEN r.act = :ACT_EXPIRE THEN :ROLE_SERVICE WHEN me.carries THEN actor_role ELSE me.role END,
            r.show_no, r.seat_no, r.seen + 1, r.was, r.became, coalesce(r.holder, befores[r.n]), coalesce(held[r.n], 0),
            reason, note, act_key, CASE WHEN r.act = :ACT_EXPIRE THEN '' ELSE address END,
            CASE WHEN r.act = :ACT_EXPIRE THEN '' ELSE client END
        FROM unnest(steps) AS r
        WHERE r.act IS NOT NULL;
    END IF;
    IF num_nonnulls(holds, sales, tickets, payments, shifts, moves, customers, waiters, vouchers,
            people) > 0 THEN
        PERFORM loge.write_rest(me, holds, sales, tickets, payments, shifts, moves, customers,
            waiters, vouchers, people);
    END IF;
    IF sells THEN
        PERFORM loge.check_tickets(me, steps);
    END IF;
    IF ended IS NOT NULL THEN
        PERFORM loge.end_holds(me, ended);
        PERFORM loge.tell_expired(me, me.base + changes);
    END IF;
    IF holds IS NOT NULL THEN
        PERFORM loge.expect_open_holds_have_seats(me.house, holds);
    END IF;
    IF notes IS NOT NULL THEN
        INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
            version, was, became, subject, held_ms, reason, note, key, address, client)
        SELECT me.house, me.base + changes + r.n, me.now_ms, r.act, actor, till, approver,
            CASE WHEN me.carries THEN actor_role ELSE me.role END,
            CASE WHEN r.show_no = 0 AND r.act = :ACT_SHOW_ADD THEN added_show ELSE r.show_no END, -1, 0, 0, 0,
            r.subject, 0, reason, r.note, act_key, address, client
        FROM unnest(notes) WITH ORDINALITY AS r (act, show_no, subject, note, n);
    END IF;
    IF only_hold THEN
        PERFORM loge.expect_only_hold(me.house, coalesce(new_holds, holds));
    END IF;
    RETURN me.base + changes + coalesce(cardinality(notes), 0);
END
$$;

-- Holds that lost their last seat because their time was over. They are locked first and looked at
-- afterwards, in a statement of its own: two that let go of different seats of one hold at the same
-- moment would each see the other's seat still in it, and leave it open without a seat.
CREATE FUNCTION loge.end_holds(me loge.doer, ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM loge.lock_holds(me, ids);
    PERFORM loge.end_empty_holds(me, ids);
END
$$;

-- In the order of their ids, each found by its whole key.
CREATE FUNCTION loge.lock_holds(me loge.doer, ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1
    FROM (SELECT DISTINCT q.id FROM unnest(ids) AS q (id) ORDER BY q.id OFFSET 0) AS r
    CROSS JOIN LATERAL (SELECT 1 FROM loge.hold AS h WHERE h.house = me.house AND h.id = r.id
        FOR NO KEY UPDATE) AS l;
END
$$;

-- Whoever calls this has locked them. Each is found by its whole key: without statistics, h.id = ANY
-- (ids) compares every open hold of the house with every id.
CREATE FUNCTION loge.end_empty_holds(me loge.doer, ids uuid[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    UPDATE loge.hold AS h SET status = :HOLD_EXPIRED, ending = :END_TTL_EXPIRED, ended_at = me.now_ms,
        version = h.version + 1
    FROM unnest(ids) AS r (id)
    CROSS JOIN LATERAL (SELECT k.ctid AS place FROM loge.hold AS k
        WHERE k.house = me.house AND k.id = r.id OFFSET 0) AS l
    WHERE h.ctid = l.place AND h.house = me.house AND h.status IN (:HOLD_ACTIVE, :HOLD_PAYING)
        AND NOT EXISTS (SELECT 1 FROM loge.claim AS c
            WHERE c.house = me.house AND c.hold_id = r.id AND c.live OFFSET 0);
    GET DIAGNOSTICS done = ROW_COUNT;
    RETURN done;
END
$$;

CREATE FUNCTION loge.write_rest(me loge.doer, holds loge.hold_row[], sales loge.sale_row[],
    tickets loge.ticket_row[], payments loge.payment_row[], shifts loge.shift_row[],
    moves loge.move_row[], customers loge.customer_row[], waiters loge.waiter_row[],
    vouchers loge.voucher_row[], people loge.staff_row[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF customers IS NOT NULL THEN
        PERFORM loge.write_customers(me, customers);
    END IF;
    IF shifts IS NOT NULL THEN
        PERFORM loge.write_shifts(me, shifts);
    END IF;
    IF holds IS NOT NULL THEN
        PERFORM loge.change_holds(me, holds);
    END IF;
    IF sales IS NOT NULL THEN
        PERFORM loge.write_sales(me, sales);
    END IF;
    IF tickets IS NOT NULL THEN
        PERFORM loge.write_tickets(me, tickets);
    END IF;
    IF payments IS NOT NULL THEN
        PERFORM loge.write_payments(me, payments);
    END IF;
    IF moves IS NOT NULL THEN
        PERFORM loge.write_moves(me, moves);
    END IF;
    IF vouchers IS NOT NULL THEN
        PERFORM loge.write_vouchers(me, vouchers);
    END IF;
    IF waiters IS NOT NULL THEN
        PERFORM loge.write_waiters(me, waiters);
    END IF;
    IF people IS NOT NULL THEN
        PERFORM loge.write_staff(me, people);
    END IF;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.apply_1 OWNER TO loge_fn;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA loge TO loge_fn;
SET ROLE loge_owner;
