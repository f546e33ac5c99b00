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
-- into their own basket. So does what is kept in no basket for somebody who lost seats, in an act about that
-- conflict (me.offers); such an act may also sell seats that it has just put into a hold of its own.
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
    IF me.carries OR act = :ACT_OVERRIDE OR old.holder = me.name OR old.id = ANY (me.offers)
            OR (old.id IS NULL AND act = :ACT_SELL AND me.offers IS NOT NULL) THEN
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

-- A clerk refunds what was sold in his own open shift at this till; a supervisor anything. The service
-- does it for its customers, as long as the house lets them.
-- (plpgsql, because loge.policy comes later.)
CREATE FUNCTION loge.judge_refund(me loge.doer, sale_id uuid) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    IF me.may & :ROLE_BITS_OFFICE <> 0 OR EXISTS (SELECT 1
            FROM loge.sale AS v JOIN loge.shift AS p ON p.house = v.house AND p.id = v.shift
            WHERE v.house = me.house AND v.id = sale_id AND p.till = me.till AND p.staff = me.name
                AND p.closed_at = 0)
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

-- A new hold is open and in the name of whoever acts, or kept in no basket for somebody who lost seats.
CREATE FUNCTION loge.judge_new_holds(me loge.doer, rows loge.hold_row[]) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    r loge.hold_row;
BEGIN
    FOREACH r IN ARRAY rows LOOP
        IF r.holder <> me.name AND (r.holder = '' AND r.id = ANY (me.offers)) IS NOT TRUE THEN
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
                AND NOT loge.gives_up(me, old, new_holds) AND (r.id = ANY (me.offers)) IS NOT TRUE THEN
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

-- May a seat that is blocked go into this hold? Whatever comes in at the counter is one channel.
CREATE FUNCTION loge.is_open_to(open_now smallint, new_holds loge.hold_row[], hold_id uuid) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    RETURN EXISTS (SELECT 1 FROM unnest(new_holds) AS r WHERE r.id = hold_id
        AND open_now & CASE r.source WHEN :SOURCE_WEB THEN :CHANNEL_WEB
            WHEN :SOURCE_WAITLIST THEN :CHANNEL_WAITLIST ELSE :CHANNEL_COUNTER END <> 0);
END
$$;

-- Is it an act of holds alone, of SOURCE_SCANNER and without money? Whoever scans at a door keeps seats
-- for somebody there, and lets them go.
CREATE FUNCTION loge.holds_only(me loge.doer, a loge.act, c loge.changes) RETURNS boolean LANGUAGE sql AS $$
    SELECT me.may & :ROLE_BIT_SCANNER <> 0 AND a.act IN (:ACT_HOLD, :ACT_EXTEND, :ACT_RELEASE)
        AND num_nonnulls(c.sales, c.tickets, c.payments, c.shifts, c.moves, c.customers, c.waiters,
            c.vouchers, c.people, c.halls, c.shows) = 0
        AND NOT EXISTS (SELECT 1 FROM unnest(c.steps) AS r
            WHERE r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_RELEASE, :ACT_EXPIRE))
        AND NOT EXISTS (SELECT 1 FROM unnest(c.new_holds) AS r WHERE r.source <> :SOURCE_SCANNER)
        AND NOT EXISTS (SELECT 1 FROM unnest(c.holds) AS r
            WHERE r.status NOT IN (:HOLD_ACTIVE, :HOLD_EXPIRED, :HOLD_CANCELLED) OR r.sale IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM unnest(c.notes) AS r
            WHERE r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_RELEASE))
$$;

-- A seat is sold exactly when it has a valid ticket of the sale; looked at when all is written.
CREATE FUNCTION loge.check_tickets(me loge.doer, c loge.changes) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1
            FROM (SELECT r.show_no, r.seat_no FROM unnest(c.steps) AS r
                WHERE r.act IS NOT NULL AND (r.was = :SEAT_SOLD OR r.became = :SEAT_SOLD)
                UNION ALL SELECT r.show_no, r.seat_no FROM unnest(c.tickets) AS r) AS s
            CROSS JOIN LATERAL (SELECT q.status, q.holder FROM loge.show_seat AS q
                WHERE q.house = me.house AND q.show_no = s.show_no AND q.seat_no = s.seat_no
                OFFSET 0) AS t
            LEFT JOIN LATERAL (SELECT q.sale FROM loge.ticket AS q
                WHERE q.house = me.house AND q.show_no = s.show_no AND q.seat_no = s.seat_no
                    AND q.status = :TICKET_VALID OFFSET 0) AS k ON true
            WHERE k.sale IS DISTINCT FROM CASE WHEN t.status = :SEAT_SOLD THEN t.holder END) THEN
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

-- Kept in a journal because its answer was lost, brought home, and refused there or found in conflict: an
-- act has one answer, also when it is sent again and its seats are free by now.
CREATE FUNCTION loge.was_judged_otherwise(act_key uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN EXISTS (SELECT 1 FROM loge.entry AS e WHERE e.uid = act_key
        AND e.state NOT IN (:ENTRY_ACCEPTED, :ENTRY_REBASED));
END
$$;

CREATE FUNCTION loge.expect_program(program_schema integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION USING ERRCODE = 'LG002',
            MESSAGE = 'an act needs the isolation level READ COMMITTED';
    END IF;
    IF program_schema <> loge.schema() THEN
        RAISE EXCEPTION USING ERRCODE = 'LG003', MESSAGE = loge.schema()::text;
    END IF;
    RETURN true;
END
$$;

-- Whoever acts, with the rights of the one who signed for these rows. No house: nobody who may do this act.
-- seeks: it is about conflicts, for which a till also looks at what others brought home.
CREATE FUNCTION loge.actor_of(a loge.act, rows text, seeks boolean DEFAULT false) RETURNS loge.doer LANGUAGE plpgsql AS $$
DECLARE
    me loge.doer;
    signature integer;
BEGIN
    SELECT w.* INTO me FROM loge.who_at(a.till, a.shown) AS w;
    IF me.house IS NULL OR (NOT me.carries AND a.actor <> me.name) THEN
        RETURN NULL;
    END IF;
    IF a.approver <> '' AND NOT me.carries THEN
        signature := loge.signed(me, a, rows);
        IF signature = 0 THEN
            RETURN NULL;
        END IF;
        me.may := me.may | signature;
    END IF;
    IF NOT seeks OR me.proven IS NULL THEN
        PERFORM loge.expect_at(me);
    END IF;
    RETURN me;
END
$$;

-- May rows of these kinds be written at all, and the holds and payments among them?
CREATE FUNCTION loge.judge_rows(me loge.doer, a loge.act, c loge.changes) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    verdict integer := 0;
BEGIN
    IF (me.may & :ROLE_BITS_SELLING = 0 AND me.offers IS NULL AND NOT loge.holds_only(me, a, c))
            OR (me.may & :ROLE_BIT_MANAGER = 0 AND (c.halls IS NOT NULL OR c.shows IS NOT NULL)) THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    IF me.carries THEN
        RETURN 0;
    END IF;
    IF c.new_holds IS NOT NULL THEN
        verdict := loge.judge_new_holds(me, c.new_holds);
    END IF;
    IF c.holds IS NOT NULL AND verdict = 0 THEN
        verdict := loge.judge_holds(me, c.holds, c.new_holds);
    END IF;
    IF c.payments IS NOT NULL AND verdict = 0 THEN
        verdict := loge.judge_payments(me, c.payments);
    END IF;
    RETURN verdict;
END
$$;

-- What a step that the table knows asks of whoever acts. The seat: as it stands before it.
CREATE FUNCTION loge.judge_step(me loge.doer, c loge.changes, s loge.step, holder_now uuid, until_now bigint,
    open_now smallint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    old loge.hold;
BEGIN
    IF s.act IN (:ACT_OVERRIDE, :ACT_BLOCK, :ACT_UNBLOCK) AND me.may & :ROLE_BITS_OFFICE = 0
            AND (s.act = :ACT_OVERRIDE AND holder_now = ANY (me.offers)) IS NOT TRUE THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    IF s.was = :SEAT_HELD THEN
        SELECT h.* INTO old FROM loge.hold AS h WHERE h.house = me.house AND h.id = holder_now;
        RETURN loge.judge_held(me, s.act, s.became, s.holder, old, until_now, c.new_holds);
    END IF;
    IF me.carries THEN
        RETURN 0;
    END IF;
    IF s.act = :ACT_HOLD AND s.was = :SEAT_BLOCKED AND NOT loge.is_open_to(open_now, c.new_holds, s.holder) THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    IF s.act = :ACT_HOLD AND (c.new_holds[1]).id IS DISTINCT FROM s.holder THEN
        RETURN loge.judge_into(me, s.holder, s.show_no, c.new_holds);
    END IF;
    IF s.act = :ACT_REFUND THEN
        RETURN loge.judge_refund(me, holder_now);
    END IF;
    RETURN 0;
END
$$;

-- Every seat, locked in the order of seats, however they were sent, so that no two acts can wait for one
-- another; and compared. The same seat can come twice. Nothing is written.
CREATE FUNCTION loge.judge_steps(me loge.doer, c loge.changes) RETURNS loge.judged LANGUAGE plpgsql AS $$
DECLARE
    j loge.judged := ROW(0, 0, '{}', NULL, false, false, false);
    s record; -- a step and the seat as it stands
    seat record; -- the one before, with its step taken
    at_show integer := -1;
    at_seat integer := -1;
    found_seats integer := 0;
BEGIN
    FOR s IN SELECT r.*, t.version, t.status, t.holder AS holder_now, t.held_until AS until_now,
            t.open_to AS open_now
        FROM (SELECT q.* FROM unnest(c.steps) WITH ORDINALITY AS q (n, show_no, seat_no, seen, act,
                was, became, holder, prior, held_until, open_to, place)
            ORDER BY q.show_no, q.seat_no, q.place OFFSET 0) AS r
        CROSS JOIN LATERAL (SELECT k.version, k.status, k.holder, k.held_until, k.open_to
            FROM loge.show_seat AS k
            WHERE k.house = me.house AND k.show_no = r.show_no AND k.seat_no = r.seat_no
                AND NOT k.retired
            FOR NO KEY UPDATE) AS t
    LOOP
        found_seats := found_seats + 1;
        IF s.show_no = at_show AND s.seat_no = at_seat THEN
            j.twice := j.twice OR s.act IS NOT NULL;
            s.version := seat.version;
            s.status := seat.status;
            s.holder_now := seat.holder_now;
            s.until_now := seat.until_now;
        END IF;
        at_show := s.show_no;
        at_seat := s.seat_no;
        seat := s;
        IF s.version <> s.seen THEN
            j.verdict := :ANSWER_STALE;
        ELSIF s.act IS NOT NULL THEN
            j.verdict := CASE WHEN s.status <> s.was OR s.n NOT BETWEEN 1 AND cardinality(c.steps) OR NOT (s.was
                    * 10000 + s.act * 100 + s.became = ANY (loge.steps())) THEN :ANSWER_INVALID
                WHEN s.prior <> s.holder_now THEN :ANSWER_NOT_HOLDER
                ELSE loge.judge_step(me, c, ROW(s.n, s.show_no, s.seat_no, s.seen, s.act, s.was, s.became,
                    s.holder, s.prior, s.held_until, s.open_to)::loge.step, s.holder_now, s.until_now, s.open_now)
                END;
            IF s.was IN (:SEAT_HELD, :SEAT_SOLD) THEN
                j.befores[s.n] := s.holder_now;
                j.closes := j.closes OR (s.was = :SEAT_HELD AND s.became <> :SEAT_HELD);
                IF s.act = :ACT_EXPIRE THEN
                    j.ended := j.ended || s.holder_now;
                END IF;
            END IF;
            j.sells := j.sells OR s.was = :SEAT_SOLD OR s.became = :SEAT_SOLD;
            j.changes := j.changes + 1;
            seat.version := s.version + 1;
            seat.status := s.became;
            seat.holder_now := s.holder;
            seat.until_now := s.held_until;
        END IF;
        EXIT WHEN j.verdict <> 0;
    END LOOP;
    IF j.verdict = 0 AND found_seats <> cardinality(c.steps) THEN
        j.verdict := :ANSWER_STALE;
    END IF;
    RETURN j;
END
$$;

-- A line in the log for each step, and then for each note. A hold that is over ended by itself (ACT_EXPIRE),
-- whoever takes its seats.
CREATE FUNCTION loge.tell_steps(me loge.doer, a loge.act, steps loge.step[], befores uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.event (house, id, {columns event})
    SELECT me.house, me.base + r.n, {values of event but at = me.now_ms; act = r.act;
        actor = CASE WHEN r.act = :ACT_EXPIRE THEN 'sweep' ELSE a.actor END; till = a.till;
        approver = CASE WHEN r.act = :ACT_EXPIRE THEN '' ELSE a.approver END;
        role = CASE WHEN r.act = :ACT_EXPIRE THEN :ROLE_SERVICE WHEN me.carries THEN a.actor_role ELSE me.role END;
        show_no = r.show_no; seat_no = r.seat_no; version = r.seen + 1; was = r.was; became = r.became;
        subject = coalesce(r.holder, befores[r.n]);
        held_ms = CASE WHEN r.was = :SEAT_HELD AND r.became <> :SEAT_HELD
            THEN greatest(0, me.now_ms - (SELECT h.created_at
                FROM loge.hold AS h WHERE h.house = me.house AND h.id = befores[r.n])) ELSE 0 END;
        reason = a.reason; note = a.note; key = a.key;
        address = CASE WHEN r.act = :ACT_EXPIRE THEN '' ELSE a.address END;
        client = CASE WHEN r.act = :ACT_EXPIRE THEN '' ELSE a.client END;
        approval = CASE WHEN r.act = :ACT_EXPIRE THEN :APPROVAL_NONE
            ELSE loge.approval_of(a.approver, :APPROVAL_HOUSE) END}
    FROM unnest(steps) AS r
    WHERE r.act IS NOT NULL;
END
$$;

-- added_show: the number of a show that the act has made.
CREATE FUNCTION loge.tell_notes(me loge.doer, a loge.act, notes loge.note_row[], after integer,
    added_show integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.event (house, id, {columns event})
    SELECT me.house, me.base + after + r.n, {values of event but at = me.now_ms; act = r.act; actor = a.actor;
        till = a.till; approver = a.approver; role = CASE WHEN me.carries THEN a.actor_role ELSE me.role END;
        show_no = CASE WHEN r.show_no = 0 AND r.act = :ACT_SHOW_ADD THEN added_show ELSE r.show_no END;
        seat_no = -1; subject = r.subject; reason = a.reason; note = r.note; key = a.key; address = a.address;
        client = a.client; approval = loge.approval_of(a.approver, :APPROVAL_HOUSE)}
    FROM unnest(notes) WITH ORDINALITY AS r (act, show_no, subject, note, n);
END
$$;

-- Everything that was judged is written, and what can only be seen then is looked at.
CREATE FUNCTION loge.write_act(me loge.doer, a loge.act, c loge.changes, j loge.judged) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    added_show integer := 0;
BEGIN
    IF c.halls IS NOT NULL THEN
        PERFORM loge.write_halls(me, c.halls);
    END IF;
    IF c.shows IS NOT NULL THEN
        added_show := loge.write_shows(me, c.shows);
    END IF;
    IF c.new_holds IS NOT NULL THEN
        PERFORM loge.add_holds(me, c.new_holds);
    END IF;
    IF j.changes > 0 AND j.twice THEN
        PERFORM loge.write_steps_in_turn(me, c.steps, j.befores);
    ELSIF j.changes > 0 THEN
        PERFORM loge.write_steps(me, c.steps, j.befores, j.closes);
    END IF;
    IF j.changes > 0 THEN
        PERFORM loge.tell_steps(me, a, c.steps, j.befores);
    END IF;
    IF num_nonnulls(c.holds, c.sales, c.tickets, c.payments, c.shifts, c.moves, c.customers, c.waiters,
            c.vouchers, c.people, c.loans) > 0 THEN
        PERFORM loge.write_rest(me, c);
    END IF;
    IF j.sells OR c.tickets IS NOT NULL THEN
        PERFORM loge.check_tickets(me, c);
    END IF;
    IF j.ended IS NOT NULL THEN
        PERFORM loge.end_holds(me, j.ended);
        PERFORM loge.tell_expired(me, me.base + j.changes);
    END IF;
    IF c.holds IS NOT NULL THEN
        PERFORM loge.expect_open_holds_have_seats(me.house, c.holds);
    END IF;
    IF c.notes IS NOT NULL THEN
        PERFORM loge.tell_notes(me, a, c.notes, j.changes, added_show);
    END IF;
END
$$;

-- only_hold: see loge.expect_only_hold. conflicts: that it decides, or finds other seats for.
CREATE FUNCTION loge.apply(program_schema integer, a loge.act, c loge.changes, only_hold boolean DEFAULT false,
    conflicts loge.conflict_row[] DEFAULT NULL)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer;
    j loge.judged := ROW(0, 0, '{}', NULL, false, false, false);
    past loge.past;
    last bigint;
BEGIN
    PERFORM loge.expect_program(program_schema);
    me := loge.actor_of(a, CASE WHEN a.approver <> '' THEN ROW(c, conflicts)::text END, conflicts IS NOT NULL);
    IF me.house IS NULL THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    IF conflicts IS NOT NULL THEN
        me.offers := loge.judge_conflicts(me, c, conflicts);
        IF me.offers IS NULL THEN
            RETURN :ANSWER_NOT_ALLOWED;
        END IF;
    END IF;
    j.verdict := loge.judge_rows(me, a, c);
    IF c.steps IS NOT NULL AND j.verdict = 0 THEN
        j := loge.judge_steps(me, c);
    END IF;
    IF j.verdict <> 0 THEN
        -- Perhaps it was this very act, sent before, that moved the seats.
        RETURN CASE WHEN EXISTS (SELECT 1 FROM loge.receipt AS r WHERE r.house = me.house AND r.key = a.key)
            THEN :ANSWER_REPLAY ELSE j.verdict END;
    END IF;
    IF loge.was_judged_otherwise(a.key) THEN
        RETURN :ANSWER_JUDGED;
    END IF;
    last := me.base + j.changes + coalesce(cardinality(c.notes), 0);
    INSERT INTO loge.receipt (house, key, fingerprint, act, at, last_event, answer)
    VALUES (me.house, a.key, a.print, a.act, me.now_ms, last, a.answer)
    ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        RETURN :ANSWER_REPLAY;
    END IF;
    IF NOT me.carries THEN
        past := loge.past_of(me, c);
    END IF;
    PERFORM loge.acting(a.act);
    PERFORM loge.write_act(me, a, c, j);
    IF conflicts IS NOT NULL THEN
        PERFORM loge.write_conflicts(me, conflicts);
    END IF;
    IF only_hold THEN
        PERFORM loge.expect_only_hold(me.house, coalesce(c.new_holds, c.holds));
    END IF;
    IF NOT me.carries AND conflicts IS NOT NULL THEN
        PERFORM loge.expect_conflict_truths(me, c, past, conflicts);
    ELSIF NOT me.carries THEN
        PERFORM loge.expect_no_fault(CASE WHEN last = me.base THEN 'event.id' END);
        PERFORM loge.expect_truths(me, a, c, past);
    END IF;
    RETURN last;
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
    was CONSTANT integer := loge.acting(:ACT_EXPIRE);
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
    PERFORM loge.acting(was);
    RETURN done;
END
$$;

CREATE FUNCTION loge.write_rest(me loge.doer, c loge.changes) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF c.customers IS NOT NULL THEN
        PERFORM loge.write_customers(me, c.customers);
    END IF;
    IF c.shifts IS NOT NULL THEN
        PERFORM loge.write_shifts(me, c.shifts);
    END IF;
    IF c.holds IS NOT NULL THEN
        PERFORM loge.change_holds(me, c.holds);
    END IF;
    IF c.sales IS NOT NULL THEN
        PERFORM loge.write_sales(me, c.sales);
    END IF;
    IF c.tickets IS NOT NULL THEN
        PERFORM loge.write_tickets(me, c.tickets);
    END IF;
    IF c.payments IS NOT NULL THEN
        PERFORM loge.write_payments(me, c.payments);
    END IF;
    IF c.moves IS NOT NULL THEN
        PERFORM loge.write_moves(me, c.moves);
    END IF;
    IF c.vouchers IS NOT NULL THEN
        PERFORM loge.write_vouchers(me, c.vouchers);
    END IF;
    IF c.loans IS NOT NULL THEN
        PERFORM loge.write_loans(me, c.loans);
    END IF;
    IF c.waiters IS NOT NULL THEN
        PERFORM loge.write_waiters(me, c.waiters);
    END IF;
    IF c.people IS NOT NULL THEN
        PERFORM loge.write_staff(me, c.people);
    END IF;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.apply OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.apply
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
