-- Writing a journal's entries into the house: rows of many acts at once, judged before by the program
-- that brings them (src/adapter/pg_sync.h). One row a thing: as the last of the acts leaves it.

-- Seats: each step follows from the one before it, and the first from how the seat stands (it is
-- locked by loge.sync_read_rows). A seat that is lent to another till moves only when it was sold.
CREATE FUNCTION loge.sync_seats(me loge.doer, j loge.journal, steps loge.sync_step[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    -- Its version is looked at as it is written: whoever has read nothing before has locked
    -- nothing, and a seat may move meanwhile.
    WITH looked AS MATERIALIZED (
        SELECT s.*, t.place, CASE
            WHEN s.i > 1 THEN s.seen <> s.seen_before + 1 OR s.was <> s.was_before
                OR s.prior IS DISTINCT FROM s.holder_before
            ELSE t.status <> s.was OR t.retired OR t.holder IS DISTINCT FROM s.prior
                OR (t.allotment NOT IN (0, j.no) AND t.status <> :SEAT_SOLD) END AS wrong
        FROM (SELECT r.*, lag(r.seen) OVER w AS seen_before, lag(r.became) OVER w AS was_before,
                lag(r.holder) OVER w AS holder_before, row_number() OVER w AS i,
                lead(r.n) OVER w IS NULL AS is_last
            FROM unnest(steps) AS r
            WINDOW w AS (PARTITION BY r.show_no, r.seat_no ORDER BY r.n)) AS s
        LEFT JOIN LATERAL (SELECT k.ctid AS place, k.status, k.retired, k.holder, k.allotment
            FROM loge.show_seat AS k
            WHERE k.house = me.house AND k.show_no = s.show_no AND k.seat_no = s.seat_no
            OFFSET 0) AS t ON true
    ), changed AS (
        UPDATE loge.show_seat AS t SET status = s.became, version = s.seen + 1, holder = s.holder,
            held_until = s.held_until, open_to = 0
        FROM looked AS s
        WHERE s.is_last AND t.house = me.house AND t.ctid = s.place
            AND t.version = s.seen + 1 - s.i
        RETURNING 1
    )
    SELECT count(*) FILTER (WHERE s.wrong)
        + abs(count(*) FILTER (WHERE s.is_last) - (SELECT count(*) FROM changed)) INTO done
    FROM looked AS s;
    IF done <> 0 THEN
        PERFORM loge.answer(:ANSWER_STALE);
    END IF;
END
$$;

-- Which seats holds have now.
CREATE FUNCTION loge.sync_claims(me loge.doer, steps loge.sync_step[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE loge.claim AS c SET live = false
    FROM (SELECT DISTINCT r.prior, r.show_no, r.seat_no FROM unnest(steps) AS r WHERE r.was = :SEAT_HELD) AS s
    CROSS JOIN LATERAL (SELECT k.ctid AS place FROM loge.claim AS k
        WHERE k.house = me.house AND k.hold_id = s.prior AND k.seat_no = s.seat_no OFFSET 0) AS l
    LEFT JOIN LATERAL (SELECT k.status, k.holder FROM loge.show_seat AS k
        WHERE k.house = me.house AND k.show_no = s.show_no AND k.seat_no = s.seat_no
        OFFSET 0) AS t ON true
    WHERE c.ctid = l.place AND c.house = me.house AND c.live
        AND (t.status = :SEAT_HELD AND t.holder = s.prior) IS NOT TRUE;
    INSERT INTO loge.claim (house, hold_id, seat_no, show_no, live)
    SELECT me.house, s.holder, s.seat_no, s.show_no, t.status = :SEAT_HELD AND t.holder = s.holder
    FROM (SELECT DISTINCT r.holder, r.show_no, r.seat_no FROM unnest(steps) AS r
        WHERE r.became = :SEAT_HELD ORDER BY r.holder, r.show_no, r.seat_no OFFSET 0) AS s
    CROSS JOIN LATERAL (SELECT k.status, k.holder FROM loge.show_seat AS k
        WHERE k.house = me.house AND k.show_no = s.show_no AND k.seat_no = s.seat_no
        OFFSET 0) AS t
    ON CONFLICT (house, hold_id, seat_no) DO UPDATE SET live = excluded.live;
END
$$;

-- Holds that are without a seat now and do not say so themselves: their time was over, or they
-- gave way (ACT_OVERRIDE). Locked first and looked at in a statement of its own, as in end_holds.
CREATE FUNCTION loge.sync_end_holds(me loge.doer, steps loge.sync_step[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM loge.lock_holds(me, ARRAY(SELECT r.prior FROM unnest(steps) AS r WHERE r.was = :SEAT_HELD
        UNION SELECT r.holder FROM unnest(steps) AS r WHERE r.became = :SEAT_HELD));
    UPDATE loge.hold AS h SET status = CASE WHEN s.gave_way THEN :HOLD_CANCELLED ELSE :HOLD_EXPIRED END,
        ending = CASE WHEN s.gave_way THEN :END_SYNC_CONFLICT ELSE :END_TTL_EXPIRED END, ended_at = me.now_ms,
        version = h.version + 1
    FROM (SELECT q.id, bool_or(q.act = :ACT_OVERRIDE) AS gave_way
        FROM (SELECT r.prior AS id, r.act FROM unnest(steps) AS r WHERE r.was = :SEAT_HELD
            UNION ALL SELECT r.holder, :ACT_HOLD FROM unnest(steps) AS r WHERE r.became = :SEAT_HELD) AS q
        GROUP BY q.id) AS s
    CROSS JOIN LATERAL (SELECT k.ctid AS place, k.status FROM loge.hold AS k
        WHERE k.house = me.house AND k.id = s.id OFFSET 0) AS l
    WHERE l.status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND h.ctid = l.place AND h.house = me.house AND h.status IN (:HOLD_ACTIVE, :HOLD_PAYING)
        AND NOT EXISTS (SELECT 1 FROM loge.claim AS c
            WHERE c.house = me.house AND c.hold_id = h.id AND c.live OFFSET 0);
END
$$;

-- A hold that these acts end, and that has more seats here than its till knew (a supervisor had freed
-- them, in acts that the house has lost): it lets go of those as well. Their events are the last.
CREATE FUNCTION loge.sync_left_over(me loge.doer, steps loge.sync_step[], events integer,
    holds loge.hold_row[]) RETURNS loge.sync_step[] LANGUAGE plpgsql AS $$
BEGIN
    RETURN (WITH ended AS (
        SELECT r.id, max(p.entry) AS entry
        FROM unnest(holds) AS r
        JOIN unnest(steps) AS p ON p.prior = r.id
        WHERE r.status > :HOLD_PAYING
        GROUP BY r.id
    ), last AS (
        SELECT DISTINCT ON (p.show_no, p.seat_no) p.*
        FROM unnest(steps) AS p
        ORDER BY p.show_no, p.seat_no, p.n DESC
    ), held AS (
        SELECT e.id, e.entry, p.show_no, p.seat_no, p.seen + 1 AS version
        FROM ended AS e
        JOIN last AS p ON p.holder = e.id AND p.became = :SEAT_HELD
        UNION ALL
        SELECT e.id, e.entry, c.show_no, c.seat_no, t.version
        FROM ended AS e
        CROSS JOIN LATERAL (SELECT k.show_no, k.seat_no, k.live FROM loge.claim AS k
            WHERE k.house = me.house AND k.hold_id = e.id OFFSET 0) AS c
        CROSS JOIN LATERAL (SELECT k.version, k.status, k.holder FROM loge.show_seat AS k
            WHERE k.house = me.house AND k.show_no = c.show_no AND k.seat_no = c.seat_no
            OFFSET 0) AS t
        WHERE c.live AND t.status = :SEAT_HELD AND t.holder = e.id AND NOT EXISTS (SELECT 1 FROM last AS p
            WHERE p.show_no = c.show_no AND p.seat_no = c.seat_no)
    )
    SELECT array_agg(ROW(events + h.i, h.entry, h.show_no, h.seat_no, h.version, :ACT_RELEASE, :SEAT_HELD,
        :SEAT_AVAILABLE, NULL, h.id, 0)::loge.sync_step)
    FROM (SELECT q.*, row_number() OVER (ORDER BY q.show_no, q.seat_no) AS i FROM held AS q) AS h);
END
$$;

CREATE FUNCTION loge.sync_holds(me loge.doer, rows loge.hold_row[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.hold AS h (house, {columns hold})
    SELECT me.house, {columns hold r but version = 1}
    FROM unnest(rows) AS r
    ORDER BY r.id
    ON CONFLICT (house, id) DO UPDATE SET {changes hold excluded but source;
        ceiling_at = greatest(h.ceiling_at, excluded.ceiling_at); version = h.version + 1};
END
$$;

-- Is the day of that moment over in the house, where it is today? Its reports have been read: what
-- comes home now stands in them at the moment it came, and is marked. (An expression alone, so that it
-- becomes part of the statement: a batch asks twice a ticket.)
CREATE FUNCTION loge.day_is_over(at bigint, zone text, today date) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce(at > 0 AND (to_timestamp(at / 1000.0) AT TIME ZONE zone)::date < today, false)
$$;

-- The same for money, whose own moment is on a receipt and stays: when it counts instead, or 0.
CREATE FUNCTION loge.late_at(me loge.doer, at bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT CASE WHEN loge.day_is_over(late_at.at, h.timezone,
            (to_timestamp(me.now_ms / 1000.0) AT TIME ZONE h.timezone)::date) THEN me.now_ms ELSE 0 END
        FROM loge.house AS h WHERE h.house = me.house);
END
$$;

-- Orders; version 0: made in this batch. Any other is of these tills; whose it is and what they are called
-- a journal does not change (sale_changes in src/domain/house_rows.c). Those are changed one by one: joined
-- with what a batch brings, the whole table was read for each of its rows where the plan had been made
-- while it was small.
CREATE FUNCTION loge.sync_sales(me loge.doer, tills text[], sales loge.sale_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    k loge.sale_row;
BEGIN
    INSERT INTO loge.sale (house, {columns sale})
    SELECT me.house, {columns sale r but version = 1}
    FROM unnest(sales) AS r
    WHERE r.version = 0;
    FOR k IN SELECT q.* FROM unnest(sales) AS q WHERE q.version > 0 LOOP
        UPDATE loge.sale AS s SET status = k.status, hold = coalesce(k.hold, s.hold),
            collected_at = k.collected_at, version = s.version + 1
        WHERE s.house = me.house AND s.id = k.id AND s.till = ANY (tills) AND s.version = k.version;
        IF NOT FOUND THEN
            PERFORM loge.answer(:ANSWER_STALE);
        END IF;
    END LOOP;
END
$$;

-- Their tickets. (zone and today: loge.day_is_over.)
CREATE FUNCTION loge.sync_papers(me loge.doer, tills text[], zone text, today date, tickets loge.ticket_row[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    UPDATE loge.ticket AS t SET {changes ticket r but version = t.version + 1;
        ended_at = CASE WHEN r.ends_late THEN me.now_ms ELSE r.ended_at END;
        late = t.late | CASE WHEN r.ends_late THEN :TICKET_ENDED_LATE ELSE 0 END}
    FROM (SELECT q.*, loge.day_is_over(q.ended_at, zone, today) AS ends_late
        FROM unnest(tickets) AS q WHERE q.version > 0) AS r
    CROSS JOIN LATERAL (SELECT k.till FROM loge.sale AS k
        WHERE k.house = me.house AND k.id = r.sale OFFSET 0) AS s
    CROSS JOIN LATERAL (SELECT k.ctid AS place FROM loge.ticket AS k
        WHERE k.house = me.house AND k.sale = r.sale AND k.id = r.id OFFSET 0) AS l
    WHERE t.ctid = l.place AND t.house = me.house AND s.till = ANY (tills) AND t.version = r.version;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(tickets) AS r WHERE r.version > 0));
    INSERT INTO loge.ticket (house, {columns ticket})
    SELECT me.house, {columns ticket r but version = 1;
        sold_at = CASE WHEN r.sells_late THEN me.now_ms ELSE r.sold_at END;
        ended_at = CASE WHEN r.ends_late THEN me.now_ms ELSE r.ended_at END;
        late = CASE WHEN r.sells_late THEN :TICKET_SOLD_LATE ELSE 0 END
            | CASE WHEN r.ends_late THEN :TICKET_ENDED_LATE ELSE 0 END}
    FROM (SELECT q.*, loge.day_is_over(q.sold_at, zone, today) AS sells_late,
            loge.day_is_over(q.ended_at, zone, today) AS ends_late
        FROM unnest(tickets) AS q WHERE q.version = 0) AS r
    CROSS JOIN LATERAL (SELECT k.till FROM loge.sale AS k
        WHERE k.house = me.house AND k.id = r.sale OFFSET 0) AS s
    WHERE s.till = ANY (tills);
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(tickets) AS r WHERE r.version = 0));
END
$$;

-- Their payments, each in a shift of these tills.
CREATE FUNCTION loge.sync_payments(me loge.doer, tills text[], zone text, today date,
    payments loge.payment_row[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    INSERT INTO loge.payment (house, {columns payment})
    SELECT me.house, {columns payment r but
        late_at = CASE WHEN loge.day_is_over(r.at, zone, today) THEN me.now_ms ELSE 0 END}
    FROM unnest(payments) AS r
    CROSS JOIN LATERAL (SELECT k.till FROM loge.sale AS k
        WHERE k.house = me.house AND k.id = r.sale OFFSET 0) AS s
    LEFT JOIN LATERAL (SELECT k.till FROM loge.shift AS k
        WHERE k.house = me.house AND k.id = r.shift OFFSET 0) AS p ON true
    WHERE s.till = ANY (tills) AND (r.shift IS NULL OR p.till = ANY (tills));
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, coalesce(cardinality(payments), 0));
    UPDATE loge.shift AS s SET version = s.version + 1
    FROM (SELECT DISTINCT q.shift FROM unnest(payments) AS q) AS r
    CROSS JOIN LATERAL (SELECT k.ctid AS place FROM loge.shift AS k
        WHERE k.house = me.house AND k.id = r.shift OFFSET 0) AS l
    WHERE s.ctid = l.place AND s.house = me.house;
END
$$;

-- Orders with all that is theirs; the sums of those that were there before are counted anew.
CREATE FUNCTION loge.sync_orders_home(me loge.doer, tills text[], sales loge.sale_row[],
    tickets loge.ticket_row[], payments loge.payment_row[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    zone text;
    today date;
BEGIN
    SELECT h.timezone, (to_timestamp(me.now_ms / 1000.0) AT TIME ZONE h.timezone)::date INTO zone, today
    FROM loge.house AS h WHERE h.house = me.house;
    PERFORM loge.sync_sales(me, tills, sales);
    PERFORM loge.sync_papers(me, tills, zone, today, tickets);
    PERFORM loge.sync_payments(me, tills, zone, today, payments);
    UPDATE loge.sale AS s SET
        -- (A filter, because ticket_valid would do for the status, and be read from end to end.)
        total = (SELECT coalesce(sum(t.total) FILTER (WHERE t.status = :TICKET_VALID), 0) FROM loge.ticket AS t
            WHERE t.house = me.house AND t.sale = s.id),
        paid = (SELECT coalesce(sum(p.amount), 0) FROM loge.payment AS p
            WHERE p.house = me.house AND p.sale = s.id)
    FROM (SELECT q.id FROM unnest(sales) AS q WHERE q.version > 0
        UNION SELECT q.sale FROM unnest(tickets) AS q WHERE q.version > 0
        UNION (SELECT q.sale FROM unnest(payments) AS q
            EXCEPT SELECT q.id FROM unnest(sales) AS q WHERE q.version = 0)) AS r
    CROSS JOIN LATERAL (SELECT k.ctid AS place FROM loge.sale AS k
        WHERE k.house = me.house AND k.id = r.id OFFSET 0) AS l
    WHERE s.ctid = l.place AND s.house = me.house;
END
$$;

-- A shift that was never counted, for money whose own has been.
CREATE FUNCTION loge.a_drawer(me loge.doer, id uuid, till text, staff text, currency text)
RETURNS loge.shift_row LANGUAGE sql IMMUTABLE
    RETURN loge.a_shift(id => id, till => till, staff => staff, opened_at => me.now_ms, closed_at => me.now_ms,
        currency => currency, reason => 'sync', version => 1);

-- Shifts of these tills that were closed at the house: somebody read and signed their figures, so what the
-- till brings home for one of them later stands in another shift, made for that and never counted. Its
-- id follows from the sealed one's: every batch finds the same. The lock makes a close at the house come
-- before this batch or after it.
CREATE FUNCTION loge.sync_standins(me loge.doer, tills text[], ids uuid[], OUT sealed uuid[],
    OUT standins uuid[]) LANGUAGE plpgsql AS $$
DECLARE
    was CONSTANT integer := loge.acting(:ACT_TILL);
BEGIN
    PERFORM 1
    FROM (SELECT DISTINCT q.id FROM unnest(ids) AS q (id) ORDER BY q.id OFFSET 0) AS r
    CROSS JOIN LATERAL (SELECT 1 FROM loge.shift AS s
        WHERE s.house = me.house AND s.id = r.id AND s.till = ANY (tills) FOR NO KEY UPDATE) AS l;
    SELECT array_agg(s.id), array_agg(encode(substr(sha256(uuid_send(s.id)), 1, 16), 'hex')::uuid)
    INTO sealed, standins
    FROM (SELECT DISTINCT q.id FROM unnest(ids) AS q (id)) AS r
    CROSS JOIN LATERAL (SELECT k.id, k.till, k.sealed FROM loge.shift AS k
        WHERE k.house = me.house AND k.id = r.id OFFSET 0) AS s
    WHERE s.till = ANY (tills) AND s.sealed;
    INSERT INTO loge.shift AS t (house, {columns shift})
    SELECT me.house, {columns shift r}
    FROM unnest(sealed, standins) AS q (id, standin)
    CROSS JOIN LATERAL (SELECT k.till, k.staff, k.currency FROM loge.shift AS k
        WHERE k.house = me.house AND k.id = q.id OFFSET 0) AS s
    CROSS JOIN LATERAL loge.a_drawer(me, q.standin, s.till, s.staff, s.currency) AS r
    ON CONFLICT (house, id) DO UPDATE SET opened_at = excluded.opened_at,
        closed_at = excluded.closed_at, version = t.version + 1;
    PERFORM loge.acting(was);
END
$$;

CREATE FUNCTION loge.sync_standin(sealed uuid[], standins uuid[], of_shift uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(standins[array_position(sealed, of_shift)], of_shift)
$$;

-- The till says what became of its own shifts. Should the house have opened another one for it
-- meanwhile, that one is over.
CREATE FUNCTION loge.sync_shifts(me loge.doer, tills text[], rows loge.shift_row[],
    moves loge.move_row[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    UPDATE loge.shift AS s SET closed_at = me.now_ms, reason = 'sync', version = s.version + 1
    WHERE s.house = me.house AND s.closed_at = 0
        AND s.till IN (SELECT r.till FROM unnest(rows) AS r WHERE r.version = 0)
        AND NOT EXISTS (SELECT 1 FROM unnest(rows) AS r WHERE r.id = s.id);
    UPDATE loge.shift AS s SET {changes shift r but float_amount; version = s.version + 1}
    FROM unnest(rows) AS r
    WHERE s.house = me.house AND s.id = r.id AND r.version > 0 AND s.till = ANY (tills);
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
    INSERT INTO loge.shift (house, {columns shift})
    SELECT me.house, {columns shift r but version = 1}
    FROM unnest(rows) AS r
    WHERE r.version = 0
    ORDER BY r.closed_at = 0;
    INSERT INTO loge.shift_move (house, {columns shift_move})
    SELECT me.house, {columns shift_move r}
    FROM unnest(moves) AS r
    JOIN loge.shift AS p ON p.house = me.house AND p.id = r.shift AND p.till = ANY (tills);
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, coalesce(cardinality(moves), 0));
    UPDATE loge.shift AS s SET version = s.version + 1
    WHERE s.house = me.house AND s.id IN (SELECT r.shift FROM unnest(moves) AS r);
END
$$;

-- People, and what was used of vouchers: used and uses are by how much they grow.
CREATE FUNCTION loge.sync_people(me loge.doer, j loge.journal, customers loge.customer_row[],
    waiters loge.waiter_row[], vouchers loge.voucher_row[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.customer AS c (house, {columns customer})
    SELECT me.house, {columns customer r but version = 1}
    FROM unnest(customers) AS r
    ON CONFLICT (house, id) DO UPDATE SET {changes customer excluded but created_at; version = c.version + 1};
    UPDATE loge.waitlist AS w SET status = r.status, hold = r.hold, version = w.version + 1
    FROM unnest(waiters) AS r
    CROSS JOIN LATERAL (SELECT k.ctid AS place FROM loge.waitlist AS k
        WHERE k.house = me.house AND k.id = r.id OFFSET 0) AS l
    WHERE w.ctid = l.place AND w.house = me.house;
    PERFORM loge.use_loans(me, j, vouchers);
    UPDATE loge.voucher AS v SET used = greatest(0, v.used + r.used), uses = v.uses + r.uses,
        version = v.version + 1
    FROM (SELECT q.code, sum(q.used) AS used, sum(q.uses) AS uses FROM unnest(vouchers) AS q
        GROUP BY q.code) AS r
    WHERE v.house = me.house AND v.code = r.code;
END
$$;

-- The scans; who is in by them is written when their entries are there (loge.sync_inside).
CREATE FUNCTION loge.sync_door(me loge.doer, j loge.journal, scans loge.scan_row[])
RETURNS void LANGUAGE sql AS $$
    INSERT INTO loge.scan (house, {columns scan}, act, house_at)
    SELECT me.house, {columns scan r but till = j.till}, r.act, r.at
    FROM unnest(scans) AS r
    ON CONFLICT (house, id) DO NOTHING
$$;

-- Who is in. Gate and till are those of the last passage, which may have come home before.
CREATE FUNCTION loge.sync_inside(me loge.doer, j loge.journal, rows loge.sync_admission[])
RETURNS void LANGUAGE sql AS $$
    INSERT INTO loge.admission AS a (house, ticket, show_no, inside, entries, first_at, last_at,
        gate, till, blocked, counted, version)
    SELECT me.house, r.ticket, r.show_no, r.inside, r.entries, r.first_at, r.at, r.gate, j.till,
        false, (SELECT e.uid FROM loge.entry AS e
            WHERE e.house = me.house AND e.uid = r.counted
                AND e.state IN (:ENTRY_ACCEPTED, :ENTRY_REBASED) LIMIT 1), 1
    FROM unnest(rows) AS r
    ON CONFLICT (house, ticket) DO UPDATE SET inside = excluded.inside, entries = excluded.entries,
        first_at = excluded.first_at, last_at = excluded.last_at,
        gate = CASE WHEN excluded.last_at > a.last_at THEN excluded.gate ELSE a.gate END,
        till = CASE WHEN excluded.last_at > a.last_at THEN excluded.till ELSE a.till END,
        counted = excluded.counted, version = a.version + 1
$$;

-- Check-ins as they come home, and the drawers that their fees are in.
CREATE FUNCTION loge.write_bags(me loge.doer, bags loge.checkin_row[], seen bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    fresh bigint;
    done bigint;
BEGIN
    INSERT INTO loge.checkin (house, {columns checkin})
    SELECT me.house, {columns checkin r but
        late_at = CASE WHEN r.paid > 0 THEN loge.late_at(me, r.at) ELSE 0 END}
    FROM unnest(bags) WITH ORDINALITY AS r
    WHERE seen[r.ordinality] = 0;
    GET DIAGNOSTICS fresh = ROW_COUNT;
    UPDATE loge.checkin AS c SET {changes checkin r but
        late_at = CASE WHEN r.paid > 0 AND c.paid = 0 THEN loge.late_at(me, r.at) ELSE c.late_at END}
    FROM unnest(bags) WITH ORDINALITY AS r
    WHERE c.house = me.house AND c.ticket = r.ticket AND c.entry = r.entry
        AND c.version = seen[r.ordinality];
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(fresh + done, coalesce(cardinality(bags), 0));
    UPDATE loge.shift AS s SET version = s.version + 1
    WHERE s.house = me.house AND s.id IN (SELECT r.shift FROM unnest(bags) AS r)
        AND NOT s.sealed;
END
$$;

-- Check-ins of a batch (loge.sync_write goes before), each as the last of its steps leaves it; seen:
-- its version before the first of them, 0: there was none. What a fee was is the till's word: that is
-- what was asked for. One that another door had begun (MERGE_BAG_TWICE) is decided, unless there is money
-- in it (loge.sync_salvage): the first stays.
CREATE FUNCTION loge.sync_bags(of_device uuid, shown bytea, bags loge.checkin_row[],
    seen bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    tills text[];
    strangers text[];
    sealed uuid[];
    standins uuid[];
BEGIN
    j := loge.journal_for(me, of_device, shown);
    PERFORM loge.acting(:ACTS_ALONE);
    PERFORM loge.mind_bags(j, bags);
    tills := loge.sync_tills(me, j);
    strangers := ARRAY(SELECT r.till FROM unnest(bags) AS r WHERE r.till <> ALL (tills));
    IF strangers <> '{}' THEN
        PERFORM loge.sync_forgotten(me, strangers);
        FOR i IN 1 .. cardinality(bags) LOOP
            bags[i].till := loge.sync_till(tills, bags[i].till);
        END LOOP;
    END IF;
    IF me.may & :ROLE_BITS_SELLING = 0 AND EXISTS (SELECT 1 FROM unnest(bags) AS r WHERE r.paid > 0) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    -- Of somebody who was let in, and its money in a shift of these tills.
    IF EXISTS (SELECT 1 FROM unnest(bags) AS r
            LEFT JOIN loge.admission AS a ON a.house = me.house AND a.ticket = r.ticket
            LEFT JOIN loge.shift AS p ON p.house = me.house AND p.id = r.shift
            WHERE coalesce(a.entries, 0) < r.entry OR a.show_no <> r.show_no
                OR (r.shift IS NOT NULL AND (p.till = ANY (tills)) IS NOT TRUE)) THEN
        PERFORM loge.answer(:ANSWER_INVALID);
    END IF;
    -- A fee that came home before its shift was closed stays in it.
    SELECT q.sealed, q.standins INTO sealed, standins
    FROM loge.sync_standins(me, tills, ARRAY(SELECT r.shift FROM unnest(bags) AS r
        WHERE r.shift IS NOT NULL AND NOT EXISTS (SELECT 1 FROM loge.checkin AS c
            WHERE c.house = me.house AND c.ticket = r.ticket AND c.entry = r.entry
                AND c.shift = r.shift))) AS q;
    FOR i IN 1 .. CASE WHEN sealed IS NULL THEN 0 ELSE cardinality(bags) END LOOP
        IF NOT EXISTS (SELECT 1 FROM loge.checkin AS c WHERE c.house = me.house
                AND c.ticket = bags[i].ticket AND c.entry = bags[i].entry
                AND c.shift = bags[i].shift) THEN
            bags[i].shift := loge.sync_standin(sealed, standins, bags[i].shift);
        END IF;
    END LOOP;
    PERFORM loge.write_bags(me, bags, seen);
    UPDATE loge.conflict AS c SET outcome = :CONFLICT_FIRST, version = c.version + 1
    WHERE c.house = me.house AND c.device = of_device AND c.heading = :MERGE_BAG_TWICE
        AND c.outcome = :CONFLICT_OPEN AND c.sale IS NULL;
END
$$;

-- Who was let in twice (MERGE_TWICE_IN): the passage that was one too many is named, whoever brought it to
-- light; seq 0: it was done online. One that turns out to be none is settled by itself, unless somebody
-- has decided already.
CREATE FUNCTION loge.sync_twice(me loge.doer, j loge.journal, rows loge.sync_admission[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.conflict AS c (house, id, device, till, seq, heading, reason, actor, approver, approval,
        made_at, at, deadline, show_no, seats, owners, ticket)
    SELECT me.house, w.act, coalesce(e.device, j.device), s.till, coalesce(e.seq, 0), :MERGE_TWICE_IN,
        :VERDICT_OK, s.actor, s.approver, coalesce(v.approval, :APPROVAL_NONE), coalesce(s.house_at, s.at),
        me.now_ms, me.now_ms + 86400000 - coalesce(p.decide_ms, 3600000), 0, '{}', '{}', r.ticket
    FROM unnest(rows) AS r
    CROSS JOIN LATERAL unnest(r.twice) AS w (act)
    JOIN loge.scan AS s ON s.house = me.house AND s.ticket = r.ticket AND s.code <= :DOOR_OVERRIDE
        AND coalesce(s.act, s.id) = w.act
    LEFT JOIN LATERAL (SELECT q.device, q.seq FROM loge.entry AS q
        WHERE q.house = me.house AND q.uid = w.act ORDER BY q.epoch DESC LIMIT 1) AS e ON true
    LEFT JOIN LATERAL (SELECT q.approval FROM loge.receipt AS k
        JOIN loge.event AS q ON q.house = k.house AND q.id = k.last_event
        WHERE k.house = me.house AND k.key = w.act) AS v ON true
    LEFT JOIN loge.policy AS p ON p.house = me.house
    ON CONFLICT (house, id) DO UPDATE SET outcome = :CONFLICT_OPEN, at = me.now_ms, version = c.version + 1
        WHERE c.heading = :MERGE_TWICE_IN AND c.outcome = :CONFLICT_FIRST;
    UPDATE loge.conflict AS c SET outcome = :CONFLICT_FIRST, version = c.version + 1
    FROM unnest(rows) AS r
    WHERE c.house = me.house AND c.heading = :MERGE_TWICE_IN AND c.outcome = :CONFLICT_OPEN
        AND c.ticket = r.ticket AND c.id <> ALL (coalesce(r.twice, '{}'));
    -- Which seat it is about, and whose, for whoever has to decide.
    UPDATE loge.conflict AS c SET show_no = t.show_no, seats = ARRAY[t.seat_no],
        owners = ARRAY[t.sale]
    FROM unnest(rows) AS r
    JOIN loge.ticket AS t ON t.house = me.house AND t.id = r.ticket
    WHERE c.house = me.house AND c.ticket = r.ticket AND c.heading IN (:MERGE_TWICE_IN, :MERGE_REVOKED_IN)
        AND c.show_no = 0;
END
$$;

-- The log: who acted then, at that till; who brought it stands in the entry. Who signed then, only the
-- till has seen: the house has its word for it, whatever the entry says.
CREATE FUNCTION loge.sync_log(me loge.doer, j loge.journal, entries loge.sync_entry[],
    steps loge.sync_step[], notes loge.sync_note[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.event (house, id, {columns event})
    -- A hold that is over ended by itself, whoever takes its seats: as in loge.apply.
    SELECT me.house, me.base + r.n, {values of event but at = q.made_at; act = r.act;
        actor = CASE WHEN r.act = :ACT_EXPIRE THEN 'sweep' ELSE q.actor END; till = j.till;
        approver = CASE WHEN r.act = :ACT_EXPIRE THEN '' ELSE q.approver END;
        role = CASE WHEN r.act = :ACT_EXPIRE THEN :ROLE_SERVICE ELSE coalesce(p.role, :ROLE_CLERK) END;
        show_no = r.show_no; seat_no = r.seat_no; version = r.seen + 1; was = r.was; became = r.became;
        subject = coalesce(r.holder, r.prior);
        held_ms = CASE WHEN h.id IS NULL THEN 0 ELSE greatest(0, q.made_at - h.created_at) END;
        reason = q.why; note = q.note; key = q.uid;
        address = CASE WHEN r.act = :ACT_EXPIRE THEN '' ELSE q.address END;
        client = CASE WHEN r.act = :ACT_EXPIRE THEN '' ELSE q.client END;
        approval = CASE WHEN r.act = :ACT_EXPIRE THEN :APPROVAL_NONE
            ELSE loge.approval_of(q.approver, :APPROVAL_TILL) END}
    FROM unnest(steps) AS r
    JOIN unnest(entries) AS q ON q.n = r.entry
    LEFT JOIN loge.staff AS p ON p.house = me.house AND p.name = q.actor
    LEFT JOIN LATERAL (SELECT k.id, k.created_at FROM loge.hold AS k
        WHERE r.was = :SEAT_HELD AND r.became <> :SEAT_HELD AND k.house = me.house AND k.id = r.prior
        OFFSET 0) AS h ON true
    UNION ALL
    SELECT me.house, me.base + r.n, {values of event but at = q.made_at; act = r.act; actor = q.actor;
        till = j.till; approver = q.approver; role = coalesce(p.role, :ROLE_CLERK); show_no = r.show_no;
        seat_no = -1; subject = r.subject; reason = q.why; note = r.note; key = q.uid; address = q.address;
        client = q.client; approval = loge.approval_of(q.approver, :APPROVAL_TILL)}
    FROM unnest(notes) AS r
    JOIN unnest(entries) AS q ON q.n = r.entry
    LEFT JOIN loge.staff AS p ON p.house = me.house AND p.name = q.actor;
END
$$;

-- Entries, and the keys of what was done: sent once more, online, the same act is a replay.
CREATE FUNCTION loge.sync_entries(me loge.doer, j loge.journal, bytes bytea,
    entries loge.sync_entry[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.entry (house, device, seq, epoch, uid, hash, signature, fingerprint, state,
        reason, heading, made_at, at, brought_by, left_show, left_seat, left_version, body)
    SELECT me.house, j.device, r.seq, r.epoch, r.uid, substr(bytes, r.place, 32),
        substr(bytes, r.place + 32, 64), substr(bytes, r.place + 96, 32), r.state, r.reason,
        r.heading, r.made_at, me.now_ms, me.name, coalesce(r.left_show, '{}'),
        coalesce(r.left_seat, '{}'), coalesce(r.left_version, '{}'),
        substr(bytes, r.place + 128, r.size)
    FROM unnest(entries) AS r;
    INSERT INTO loge.receipt (house, key, fingerprint, act, at, last_event, answer)
    SELECT me.house, r.uid, substr(bytes, r.place + 96, 32), r.act, me.now_ms, me.base + r.done,
        r.answer
    FROM unnest(entries) AS r
    WHERE r.done IS NOT NULL;
END
$$;

-- What has to be known or decided. A hold that came too late is decided already (CONFLICT_FIRST: whoever
-- came first keeps it).
CREATE FUNCTION loge.sync_conflicts(me loge.doer, j loge.journal, bytes bytea,
    entries loge.sync_entry[], rows loge.sync_conflict[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO loge.conflict (house, id, device, till, seq, heading, reason, actor, approver, approval,
        made_at, at, deadline, show_no, seats, owners, sale, ticket, amount, about, outcome)
    SELECT me.house, coalesce(q.uid, encode(substr(bytes, q.place, 16), 'hex')::uuid), j.device,
        j.till, q.seq, q.heading, q.reason, q.actor, q.approver, loge.approval_of(q.approver, :APPROVAL_TILL), q.made_at,
        me.now_ms, greatest(me.now_ms, coalesce(w.starts_at, me.now_ms + 86400000)
            - coalesce(p.decide_ms, 3600000)), r.show_no, r.seats, r.owners, r.sale, r.ticket,
        r.amount, r.about, CASE q.heading WHEN :MERGE_FIRST_WRITER THEN :CONFLICT_FIRST ELSE :CONFLICT_OPEN END
    FROM unnest(rows) AS r
    JOIN unnest(entries) AS q ON q.n = r.entry
    LEFT JOIN loge.show AS w ON w.house = me.house AND w.no = r.show_no
    LEFT JOIN loge.policy AS p ON p.house = me.house
    ON CONFLICT (house, id) DO NOTHING
$$;

-- Rows of names that are none of this journal's stand under its till (loge.sync_forgotten says whether they
-- may); a hold that the house has keeps its own.
CREATE FUNCTION loge.sync_adopt(me loge.doer, tills text[], b loge.sync_batch) RETURNS loge.sync_batch
LANGUAGE plpgsql AS $$
DECLARE
    strangers CONSTANT text[] := ARRAY(SELECT r.till FROM unnest(b.sales) AS r WHERE r.till <> ALL (tills)
        UNION SELECT r.till FROM unnest(b.shifts) AS r WHERE r.till <> ALL (tills)
        UNION SELECT r.till FROM unnest(b.holds) AS r
            WHERE r.till <> ALL (tills) AND NOT EXISTS (SELECT 1 FROM loge.hold AS h
                WHERE h.house = me.house AND h.id = r.id));
    sales loge.sale_row[] := b.sales;
    shifts loge.shift_row[] := b.shifts;
    holds loge.hold_row[] := b.holds;
BEGIN
    IF strangers = '{}' THEN
        RETURN b;
    END IF;
    PERFORM loge.sync_forgotten(me, strangers);
    FOR i IN 1 .. coalesce(cardinality(sales), 0) LOOP
        sales[i].till := loge.sync_till(tills, sales[i].till);
    END LOOP;
    FOR i IN 1 .. coalesce(cardinality(shifts), 0) LOOP
        shifts[i].till := loge.sync_till(tills, shifts[i].till);
    END LOOP;
    FOR i IN 1 .. coalesce(cardinality(holds), 0) LOOP
        IF holds[i].till = ANY (strangers) THEN
            holds[i].till := tills[1];
        END IF;
    END LOOP;
    b.sales := sales;
    b.shifts := shifts;
    b.holds := holds;
    RETURN b;
END
$$;

-- What stands in drawers that were counted at the house, moves into their stand-ins (loge.sync_standins).
CREATE FUNCTION loge.sync_move_drawers(me loge.doer, tills text[], b loge.sync_batch)
RETURNS loge.sync_batch LANGUAGE plpgsql AS $$
DECLARE
    sealed uuid[];
    standins uuid[];
    sales loge.sale_row[] := b.sales;
    payments loge.payment_row[] := b.payments;
    moves loge.move_row[] := b.moves;
    notes loge.sync_note[] := b.notes;
BEGIN
    SELECT q.sealed, q.standins INTO sealed, standins
    FROM loge.sync_standins(me, tills, ARRAY(SELECT r.shift FROM unnest(payments) AS r
        UNION SELECT r.shift FROM unnest(sales) AS r WHERE r.version = 0
        UNION SELECT r.shift FROM unnest(moves) AS r
        UNION SELECT r.id FROM unnest(b.shifts) AS r)) AS q;
    IF sealed IS NULL THEN
        RETURN b;
    END IF;
    FOR i IN 1 .. coalesce(cardinality(sales), 0) LOOP
        sales[i].shift := loge.sync_standin(sealed, standins, sales[i].shift);
    END LOOP;
    FOR i IN 1 .. coalesce(cardinality(payments), 0) LOOP
        payments[i].shift := loge.sync_standin(sealed, standins, payments[i].shift);
    END LOOP;
    FOR i IN 1 .. coalesce(cardinality(moves), 0) LOOP
        moves[i].shift := loge.sync_standin(sealed, standins, moves[i].shift);
    END LOOP;
    FOR i IN 1 .. coalesce(cardinality(notes), 0) LOOP
        notes[i].subject := loge.sync_standin(sealed, standins, notes[i].subject);
    END LOOP;
    b.sales := sales;
    b.payments := payments;
    b.moves := moves;
    b.notes := notes;
    b.shifts := (SELECT array_agg(r) FROM unnest(b.shifts) AS r WHERE r.id <> ALL (sealed));
    RETURN b;
END
$$;

-- A seat is sold exactly when it has a valid ticket of the order: each seat that moved, and each that a
-- ticket names (paper printed alone must not bring back what the house has refunded).
CREATE FUNCTION loge.sync_expect_sold(me loge.doer, steps loge.sync_step[], tickets loge.ticket_row[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1
            FROM (SELECT r.show_no, r.seat_no FROM unnest(steps) AS r WHERE r.was = :SEAT_SOLD OR r.became = :SEAT_SOLD
                UNION SELECT r.show_no, r.seat_no FROM unnest(tickets) AS r) AS s
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

-- The rows of a batch, but for its passages. How many events it has written.
CREATE FUNCTION loge.sync_write_rows(me loge.doer, j loge.journal, b loge.sync_batch)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    tills CONSTANT text[] := loge.sync_tills(me, j);
BEGIN
    b.holds := b.holds || b.changed_holds;
    b := loge.sync_adopt(me, tills, b);
    IF NOT loge.sync_may(me, tills, b) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF num_nonnulls(b.customers, b.waiters, b.vouchers) > 0 THEN
        PERFORM loge.sync_people(me, j, b.customers, b.waiters, b.vouchers);
    END IF;
    IF num_nonnulls(b.sales, b.payments, b.shifts, b.moves) > 0 THEN
        b := loge.sync_move_drawers(me, tills, b);
    END IF;
    IF num_nonnulls(b.shifts, b.moves) > 0 THEN
        PERFORM loge.sync_shifts(me, tills, b.shifts, b.moves);
    END IF;
    IF b.holds IS NOT NULL THEN
        PERFORM loge.sync_holds(me, b.holds);
    END IF;
    IF b.steps IS NOT NULL THEN
        b.steps := b.steps || loge.sync_left_over(me, b.steps,
            cardinality(b.steps) + coalesce(cardinality(b.notes), 0), b.holds);
        PERFORM loge.sync_seats(me, j, b.steps);
        PERFORM loge.sync_claims(me, b.steps);
        PERFORM loge.sync_end_holds(me, b.steps);
    END IF;
    IF num_nonnulls(b.sales, b.tickets, b.payments) > 0 THEN
        PERFORM loge.sync_orders_home(me, tills, b.sales, b.tickets, b.payments);
    END IF;
    PERFORM loge.sync_expect_sold(me, b.steps, b.tickets);
    IF b.scans IS NOT NULL THEN
        PERFORM loge.sync_door(me, j, b.scans);
    END IF;
    IF num_nonnulls(b.steps, b.notes) > 0 THEN
        PERFORM loge.sync_log(me, j, b.entries, b.steps, b.notes);
    END IF;
    IF EXISTS (SELECT 1 FROM unnest(b.steps) AS r WHERE r.act = :ACT_EXPIRE) THEN
        PERFORM loge.tell_expired(me, me.base + (SELECT max(r.n) FROM unnest(b.steps) AS r));
    END IF;
    PERFORM loge.sync_entries(me, j, b.bytes, b.entries);
    IF b.conflicts IS NOT NULL THEN
        PERFORM loge.sync_conflicts(me, j, b.bytes, b.entries, b.conflicts);
    END IF;
    RETURN coalesce(cardinality(b.steps), 0) + coalesce(cardinality(b.notes), 0);
END
$$;

-- A batch that was judged, in one call, and the passages when everything else stands; everything or
-- nothing. How many events it has written.
CREATE FUNCTION loge.sync_write(of_device uuid, shown bytea, b loge.sync_batch)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    done integer;
BEGIN
    j := loge.journal_for(me, of_device, shown);
    PERFORM loge.acting(:ACTS_ALONE);
    IF j.quarantine <> :QUARANTINE_NONE OR sha256(shown) <> j.proof OR shown IS NULL
            OR NOT loge.sync_counts(j, b.entries, b.steps, b.notes)
            OR NOT loge.sync_minds_offers(me, b.steps, b.holds || b.changed_holds)
            OR (me.may & :ROLE_BITS_SELLING = 0 AND NOT loge.sync_scans_only(b)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    PERFORM loge.mind_entries(j, b.bytes, b.entries);
    PERFORM loge.mind_people(j, b.entries);
    PERFORM loge.mind_rows(j, b);
    done := loge.sync_write_rows(me, j, b);
    IF NOT loge.sync_owns(me, loge.sync_tills(me, j), b.conflicts) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF b.admissions IS NOT NULL THEN
        PERFORM loge.sync_inside(me, j, b.admissions);
        PERFORM loge.sync_twice(me, j, b.admissions);
    END IF;
    RETURN done;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.sync_bags OWNER TO loge_fn;
ALTER FUNCTION loge.sync_write OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.sync_bags, loge.sync_write
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
