-- What supervisors decide: other seats for whoever lost his, and what becomes of a conflict.

-- Where so many neighbours of a class are free, the nearest to the seats that were lost first; never
-- among wheelchair places and their companions' (flags 1 and 2). Rows: seats from left to right.
-- OFFSET 0 pins the order, each seat of the hall once and its state by its key: a planner without
-- statistics would join every seat with every other.
CREATE FUNCTION loge.like_seats(of_house integer, of_show integer, lost integer[])
RETURNS SETOF integer[] LANGUAGE sql STABLE AS $$
    WITH want AS MATERIALIZED (
        SELECT min(h.hall_no) AS hall_no, min(h.class_no) AS class_no, avg(h.x) AS x, avg(h.y) AS y
        FROM loge.show AS w
        CROSS JOIN unnest(lost) AS l (seat_no)
        CROSS JOIN LATERAL (SELECT g.* FROM loge.hall_seat AS g
            WHERE g.house = of_house AND g.hall_no = w.hall_no AND g.seat_no = l.seat_no
            OFFSET 0) AS h
        WHERE w.house = of_house AND w.no = of_show
        HAVING min(h.class_no) = max(h.class_no) AND bit_or(h.flags) & 3 = 0
    ), free AS (
        SELECT h.seat_no, h.row_no, h.run, h.cell, h.x, h.y,
            h.cell - row_number() OVER (PARTITION BY h.row_no, h.run ORDER BY h.cell) AS block
        FROM want
        CROSS JOIN LATERAL (SELECT g.* FROM loge.hall_seat AS g
            WHERE g.house = of_house AND g.hall_no = want.hall_no AND g.class_no = want.class_no
                AND g.retired = 0 AND g.flags & 3 = 0 OFFSET 0) AS h
        CROSS JOIN LATERAL (SELECT t.status, t.allotment, t.retired FROM loge.show_seat AS t
            WHERE t.house = of_house AND t.show_no = of_show AND t.seat_no = h.seat_no
            OFFSET 0) AS t
        WHERE t.status = :SEAT_AVAILABLE AND t.allotment = 0 AND NOT t.retired
    ), places AS (
        SELECT array_agg(f.seat_no) OVER w AS seats, avg(f.x) OVER w AS x, avg(f.y) OVER w AS y
        FROM free AS f
        WINDOW w AS (PARTITION BY f.row_no, f.run, f.block ORDER BY f.cell
            RANGE BETWEEN CURRENT ROW AND (cardinality(lost) - 1) FOLLOWING)
    )
    SELECT p.seats
    FROM places AS p, want
    WHERE cardinality(p.seats) = cardinality(lost)
    ORDER BY (p.x - want.x) * (p.x - want.x) + (p.y - want.y) * (p.y - want.y), p.seats
    LIMIT 16
$$;

-- A step of seats in an act of the office: seats as they are now (they are locked), into `became`
-- with this holder, told in the log. Returns how many events there are then.
CREATE FUNCTION loge.office_step(me loge.doer, of_show integer, seats integer[], did smallint,
    into_status smallint, into_holder uuid, until bigint, used integer, why text, what text,
    act_key uuid) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    done integer;
BEGIN
    WITH was AS MATERIALIZED (
        SELECT t.seat_no, t.status, t.version, t.holder, row_number() OVER (ORDER BY t.seat_no) AS n
        FROM loge.show_seat AS t
        WHERE t.house = me.house AND t.show_no = of_show AND t.seat_no = ANY (seats)
    ), told AS (
        INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
            version, was, became, subject, held_ms, reason, note, key)
        SELECT me.house, me.base + used + w.n, me.now_ms, did, me.name, me.till, '', me.role,
            of_show, w.seat_no, w.version + 1, w.status, into_status,
            coalesce(into_holder, w.holder), 0, why, what, act_key
        FROM was AS w
    )
    UPDATE loge.show_seat AS t SET status = into_status, version = t.version + 1,
        holder = into_holder, held_until = until, open_to = 0
    FROM was AS w
    WHERE t.house = me.house AND t.show_no = of_show AND t.seat_no = w.seat_no;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF did = :ACT_HOLD THEN
        INSERT INTO loge.claim (house, hold_id, seat_no, show_no, live)
        SELECT me.house, into_holder, s, of_show, true FROM unnest(seats) AS s;
    ELSIF into_status <> :SEAT_HELD THEN
        UPDATE loge.claim AS c SET live = false
        WHERE c.house = me.house AND c.show_no = of_show AND c.seat_no = ANY (seats) AND c.live;
    END IF;
    RETURN used + done;
END
$$;

-- Other seats for the losers of these conflicts (of a till's journal that has just been written),
-- found and held at once until they have to be decided. Groups are not split; nobody's seats are
-- waited for. gave_way: holds that lost a seat to this journal; where that was such an offer, the
-- rest of it is free again and its conflict is offered others. How many events this transaction has
-- then.
CREATE FUNCTION loge.sync_propose_1(of_device uuid, shown bytea, ids uuid[], used integer,
    gave_way uuid[])
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    k loge.conflict;
    again uuid[] := '{}';
    place integer[];
    found_seats integer;
    new_hold uuid;
BEGIN
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device;
    PERFORM loge.speaks_for(me, j, shown);
    me.till := j.till;
    FOR k IN SELECT c.* FROM loge.conflict AS c
        WHERE c.house = me.house AND c.proposal = ANY (gave_way) AND c.outcome = :CONFLICT_OPEN
            AND EXISTS (SELECT 1 FROM loge.claim AS m
                WHERE m.house = me.house AND m.hold_id = c.proposal AND NOT m.live)
        ORDER BY c.id
        FOR NO KEY UPDATE
    LOOP
        SELECT coalesce(array_agg(q.seat_no), '{}') INTO place
        FROM (SELECT t.seat_no FROM loge.show_seat AS t
            WHERE t.house = me.house AND t.show_no = k.show_no AND t.status = :SEAT_HELD
                AND t.holder = k.proposal
                AND t.seat_no IN (SELECT m.seat_no FROM loge.claim AS m
                    WHERE m.house = me.house AND m.hold_id = k.proposal)
            ORDER BY t.seat_no
            FOR NO KEY UPDATE) AS q;
        IF cardinality(place) > 0 THEN
            used := loge.office_step(me, k.show_no, place, :ACT_OVERRIDE::smallint,
                :SEAT_AVAILABLE::smallint, NULL, 0, used, '', '', NULL);
        END IF;
        UPDATE loge.hold AS h SET status = :HOLD_CANCELLED, ending = :END_SYNC_CONFLICT, ended_at = me.now_ms,
            version = h.version + 1
        WHERE h.house = me.house AND h.id = k.proposal AND h.status = :HOLD_ACTIVE;
        UPDATE loge.conflict AS c SET proposal = NULL, version = c.version + 1
        WHERE c.house = me.house AND c.id = k.id;
        again := again || k.id;
    END LOOP;
    FOR k IN SELECT c.* FROM loge.conflict AS c
        WHERE c.house = me.house AND c.id = ANY (ids || again)
            AND (c.device = of_device OR c.id = ANY (again)) AND c.heading = :MERGE_RESEAT
            AND c.sale IS NOT NULL AND c.proposal IS NULL AND c.outcome = :CONFLICT_OPEN
            AND c.deadline > me.now_ms
        ORDER BY c.seq
        FOR NO KEY UPDATE SKIP LOCKED -- somebody decides it, or looks for seats for it, by now
    LOOP
        place := NULL;
        found_seats := 0;
        FOR place IN SELECT * FROM loge.like_seats(me.house, k.show_no, k.seats) LOOP
            SELECT count(*) INTO found_seats FROM (SELECT 1 FROM loge.show_seat AS t
                WHERE t.house = me.house AND t.show_no = k.show_no AND t.seat_no = ANY (place)
                    AND t.status = :SEAT_AVAILABLE AND t.allotment = 0
                ORDER BY t.seat_no
                FOR NO KEY UPDATE SKIP LOCKED) AS q;
            EXIT WHEN found_seats = cardinality(place);
        END LOOP;
        CONTINUE WHEN place IS NULL OR found_seats IS DISTINCT FROM cardinality(place);
        -- Nobody's, so that it lies in no clerk's basket: a supervisor decides about it.
        new_hold := gen_random_uuid();
        INSERT INTO loge.hold (house, id, show_no, status, ending, source, holder, till, email,
            created_at, expires_at, ceiling_at, ended_at, paying_until, sale, version)
        SELECT me.house, new_hold, k.show_no, :HOLD_ACTIVE, :END_NONE, :SOURCE_OFFLINE_SYNC, '', '',
            s.email, me.now_ms, k.deadline, 0, 0, 0, NULL, 1
        FROM loge.sale AS s WHERE s.house = me.house AND s.id = k.sale;
        used := loge.office_step(me, k.show_no, place, :ACT_HOLD::smallint, :SEAT_HELD::smallint, new_hold,
            k.deadline, used, '', '', NULL);
        UPDATE loge.conflict AS c SET proposal = new_hold WHERE c.house = me.house AND c.id = k.id;
    END LOOP;
    RETURN used;
END
$$;

-- What becomes of a conflict. into_outcome: CONFLICT_SAME (the seats have to be free again),
-- CONFLICT_OTHER (the seats that were proposed), CONFLICT_REFUND (tender: cash out of the till's open
-- shift, or card), CONFLICT_KEEP, or CONFLICT_DUE (CONFLICT_REFUND may follow). codes: of the new tickets,
-- with CONFLICT_OTHER. to_auth, with CONFLICT_REFUND: the payment provider gives it back, by this
-- authorisation, and no drawer has to be open. Answers: as loge.apply_1; ANSWER_STALE too: decided by
-- somebody else.
CREATE FUNCTION loge.resolve(me loge.doer, act_key uuid, print bytea,
    of_conflict uuid, into_outcome smallint, tender smallint, codes text[], why text, what text,
    to_auth text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    k loge.conflict;
    v loge.sale;
    offer loge.hold;
    seats integer[];
    used integer := 0;
    paid_back uuid;
BEGIN
    SELECT c.* INTO k FROM loge.conflict AS c WHERE c.house = me.house AND c.id = of_conflict
    FOR NO KEY UPDATE;
    IF EXISTS (SELECT 1 FROM loge.receipt AS r WHERE r.house = me.house AND r.key = act_key) THEN
        RETURN :ANSWER_REPLAY;
    END IF;
    IF k.id IS NULL OR NOT (k.outcome = :CONFLICT_OPEN
            OR (k.outcome = :CONFLICT_DUE AND into_outcome = :CONFLICT_REFUND)) THEN
        RETURN :ANSWER_STALE;
    END IF;
    SELECT s.* INTO v FROM loge.sale AS s WHERE s.house = me.house AND s.id = k.sale
    FOR NO KEY UPDATE;
    IF into_outcome NOT IN (:CONFLICT_SAME, :CONFLICT_OTHER, :CONFLICT_REFUND, :CONFLICT_KEEP,
                :CONFLICT_DUE)
            OR (into_outcome <> :CONFLICT_KEEP AND v.id IS NULL) THEN
        RETURN :ANSWER_INVALID;
    END IF;
    -- Whoever has no ticket gets no seat for one.
    IF into_outcome IN (:CONFLICT_SAME, :CONFLICT_OTHER) AND NOT EXISTS (SELECT 1 FROM loge.ticket AS t
            WHERE t.house = me.house AND t.sale = v.id) THEN
        RETURN :ANSWER_INVALID;
    END IF;
    -- Every seat, in order.
    PERFORM 1 FROM loge.show_seat AS t
    WHERE t.house = me.house AND t.show_no = k.show_no AND (t.seat_no = ANY (k.seats)
        OR (t.status = :SEAT_HELD AND t.holder = k.proposal))
    ORDER BY t.seat_no
    FOR NO KEY UPDATE;
    SELECT h.* INTO offer FROM loge.hold AS h WHERE h.house = me.house AND h.id = k.proposal
        AND h.status = :HOLD_ACTIVE;
    SELECT coalesce(array_agg(t.seat_no ORDER BY t.seat_no), '{}') INTO seats
    FROM loge.show_seat AS t
    WHERE offer.id IS NOT NULL AND t.house = me.house AND t.show_no = k.show_no AND t.status = :SEAT_HELD
        AND t.holder = offer.id;
    IF into_outcome = :CONFLICT_OTHER THEN
        IF cardinality(seats) = 0 OR cardinality(codes) <> cardinality(seats) THEN
            RETURN :ANSWER_STALE;
        END IF;
        used := loge.office_step(me, k.show_no, seats, :ACT_SELL::smallint, :SEAT_SOLD::smallint, v.id, 0,
            used, why, what, act_key);
        UPDATE loge.hold AS h SET status = :HOLD_CONVERTED, sale = v.id, version = h.version + 1
        WHERE h.house = me.house AND h.id = offer.id;
        INSERT INTO loge.ticket (house, sale, id, code, show_no, seat_no, status, type, class_no,
            generation, price, discount, fee, tax, total, version, sold_at, sold_by, till)
        SELECT me.house, v.id, gen_random_uuid(), codes[o.n], k.show_no, seats[o.n], :TICKET_VALID, o.type,
            o.class_no, o.generation + 1, o.price, o.discount, o.fee, o.tax, o.total, 1, me.now_ms,
            o.sold_by, o.till
        FROM (SELECT t.*, row_number() OVER (ORDER BY t.seat_no) AS n FROM loge.ticket AS t
            WHERE t.house = me.house AND t.sale = v.id AND t.status = :TICKET_EXCHANGED
                AND t.seat_no = ANY (k.seats)) AS o;
    ELSIF cardinality(seats) > 0 THEN
        used := loge.office_step(me, k.show_no, seats, :ACT_OVERRIDE::smallint, :SEAT_AVAILABLE::smallint,
            NULL, 0, used, why, what, act_key);
        UPDATE loge.hold AS h SET status = :HOLD_CANCELLED, ending = :END_SYNC_CONFLICT, ended_at = me.now_ms,
            version = h.version + 1
        WHERE h.house = me.house AND h.id = offer.id;
        offer.id := NULL;
    END IF;
    IF into_outcome = :CONFLICT_SAME THEN
        IF EXISTS (SELECT 1 FROM loge.show_seat AS t
                WHERE t.house = me.house AND t.show_no = k.show_no AND t.seat_no = ANY (k.seats)
                    AND (t.status <> :SEAT_AVAILABLE OR t.allotment <> 0 OR t.retired)) THEN
            PERFORM loge.answer(:ANSWER_SEAT_TAKEN);
        END IF;
        offer.id := gen_random_uuid();
        INSERT INTO loge.hold (house, id, show_no, status, ending, source, holder, till, email,
            created_at, expires_at, ceiling_at, ended_at, paying_until, sale, version)
        VALUES (me.house, offer.id, k.show_no, :HOLD_CONVERTED, :END_NONE, :SOURCE_OFFLINE_SYNC, v.sold_by,
            me.till, v.email, me.now_ms, me.now_ms, 0, 0, 0, v.id, 1);
        used := loge.office_step(me, k.show_no, k.seats, :ACT_HOLD::smallint, :SEAT_HELD::smallint, offer.id,
            me.now_ms + 60000, used, why, what, act_key);
        used := loge.office_step(me, k.show_no, k.seats, :ACT_SELL::smallint, :SEAT_SOLD::smallint, v.id, 0,
            used, why, what, act_key);
        -- It counts from today on: until now reports left it out.
        UPDATE loge.ticket AS t SET status = :TICKET_VALID, sold_at = me.now_ms, version = t.version + 1
        WHERE t.house = me.house AND t.sale = v.id AND t.status = :TICKET_EXCHANGED
            AND t.seat_no = ANY (k.seats);
    END IF;
    IF into_outcome = :CONFLICT_REFUND AND v.paid > v.total THEN
        SELECT p.id INTO paid_back FROM loge.shift AS p
        WHERE p.house = me.house AND p.till = me.till AND p.closed_at = 0 AND to_auth = ''
        FOR NO KEY UPDATE;
        IF to_auth <> '' THEN
            paid_back := (SELECT loge.sync_shift_of(me, j, v.shift, me.name, v.currency)
                FROM loge.journal AS j WHERE j.house = me.house AND j.till = me.till);
        END IF;
        IF paid_back IS NULL THEN
            PERFORM loge.answer(:ANSWER_INVALID);
        END IF;
        INSERT INTO loge.payment (house, sale, id, shift, tender, amount, given, auth, voucher,
            reason, at)
        VALUES (me.house, v.id, gen_random_uuid(), paid_back, tender, v.total - v.paid, 0, to_auth,
            '', why, me.now_ms);
        UPDATE loge.shift AS p SET version = p.version + 1
        WHERE p.house = me.house AND p.id = paid_back;
    END IF;
    UPDATE loge.sale AS s SET
        hold = CASE WHEN into_outcome IN (:CONFLICT_SAME, :CONFLICT_OTHER) THEN offer.id ELSE s.hold END,
        status = CASE WHEN into_outcome = :CONFLICT_REFUND THEN :SALE_REFUNDED ELSE s.status END,
        total = (SELECT coalesce(sum(t.total), 0) FROM loge.ticket AS t
            WHERE t.house = me.house AND t.sale = s.id AND t.status = :TICKET_VALID),
        paid = (SELECT coalesce(sum(p.amount), 0) FROM loge.payment AS p
            WHERE p.house = me.house AND p.sale = s.id),
        version = s.version + 1
    WHERE s.house = me.house AND s.id = v.id
        AND into_outcome IN (:CONFLICT_SAME, :CONFLICT_OTHER, :CONFLICT_REFUND);
    UPDATE loge.conflict AS c SET outcome = into_outcome, decided_by = me.name,
        decided_at = me.now_ms, note = what, version = c.version + 1
    WHERE c.house = me.house AND c.id = k.id;
    used := used + 1;
    INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
        version, was, became, subject, held_ms, reason, note, key)
    VALUES (me.house, me.base + used, me.now_ms, :ACT_CONFLICT, me.name, me.till, '', me.role, k.show_no,
        -1, 0, 0, 0, coalesce(k.sale, k.id), 0, why,
        (ARRAY['', 'same', 'other', 'refund', 'keep', 'due'])[into_outcome], act_key);
    INSERT INTO loge.receipt (house, key, fingerprint, act, at, last_event, answer)
    VALUES (me.house, act_key, print, :ACT_CONFLICT, me.now_ms, me.base + used, '');
    RETURN me.base + used;
END
$$;

-- As a supervisor decides it.
CREATE FUNCTION loge.resolve_1(program_schema integer, act_key uuid, print bytea, till text,
    of_conflict uuid, into_outcome smallint, tender smallint, codes text[], why text, what text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who(till);
BEGIN
    IF program_schema <> loge.schema() THEN
        RAISE EXCEPTION USING ERRCODE = 'LG003', MESSAGE = loge.schema()::text;
    END IF;
    IF me.house IS NULL OR me.may & :ROLE_BITS_OFFICE = 0 THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    RETURN loge.resolve(me, act_key, print, of_conflict, into_outcome, tender, codes, why, what, '');
END
$$;

RESET ROLE;
ALTER FUNCTION loge.sync_propose_1 OWNER TO loge_fn;
ALTER FUNCTION loge.resolve_1 OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.like_seats, loge.office_step, loge.resolve TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.sync_propose_1
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.resolve_1 TO loge_supervisor, loge_manager;
SET ROLE loge_owner;
