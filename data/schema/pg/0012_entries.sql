-- Writing a journal's entries into the house: rows of many acts at once, judged before by the program
-- that brings them (src/adapter/pg_sync.h). One row a thing: as the last of the acts leaves it.

-- ---- what a till brings -------------------------------------------------------------------------
-- One type a kind of row, in the order in which src/adapter/pg_sync_rows.c writes them.

-- place and size: where in the bytes its hash, signature, fingerprint and body stand one after the
-- other. n counts from 1; steps and notes name it. done: events of this and all before it.
CREATE TYPE loge.sync_entry AS (n integer, seq bigint, epoch bigint, uid uuid, place integer,
    size integer, state smallint, reason smallint, heading smallint, made_at bigint, act smallint,
    actor text, approver text, why text, note text, answer text, done integer,
    left_show integer[], left_seat integer[], left_version bigint[], address text, client text);
-- n: the number of its event in this transaction.
CREATE TYPE loge.sync_step AS (n integer, entry integer, show_no integer, seat_no integer,
    seen bigint, act smallint, was smallint, became smallint, holder uuid, prior uuid,
    held_until bigint);
CREATE TYPE loge.sync_note AS (n integer, entry integer, act smallint, show_no integer,
    subject uuid, note text);
-- Whole, of all passages: entries and first_at; twice: the acts that were one too many.
CREATE TYPE loge.sync_admission AS (ticket uuid, show_no integer, inside boolean, entries integer,
    at bigint, gate smallint, counted uuid, first_at bigint, twice uuid[]);
CREATE TYPE loge.sync_conflict AS (entry integer, show_no integer, seats integer[], owners uuid[],
    sale uuid, ticket uuid);
GRANT USAGE ON TYPE loge.sync_entry, loge.sync_step, loge.sync_note, loge.sync_admission,
    loge.sync_conflict, loge.hold_row, loge.sale_row, loge.ticket_row, loge.payment_row,
    loge.shift_row, loge.move_row, loge.customer_row, loge.waiter_row, loge.voucher_row,
    loge.scan_row
    TO loge_fn, loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;

-- ---- writing ------------------------------------------------------------------------------------

-- What may stand in a journal: what a till does alone (src/domain/alone.h). A step may also be the
-- override of a hold that gives way to money, and a note may be of a conflict.
CREATE FUNCTION loge.sync_may(me loge.doer, tills text[], entries loge.sync_entry[],
    steps loge.sync_step[], notes loge.sync_note[], sales loge.sale_row[],
    payments loge.payment_row[], shifts loge.shift_row[], moves loge.move_row[],
    holds loge.hold_row[], waiters loge.waiter_row[]) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN NOT EXISTS (SELECT 1 FROM unnest(entries) AS r
            WHERE r.done IS NOT NULL AND r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_SELL, :ACT_RELEASE,
                :ACT_EXPIRE, :ACT_TRANSFER, :ACT_REFUND, :ACT_EXCHANGE, :ACT_SHIFT_OPEN, :ACT_SHIFT_MOVE,
                :ACT_SHIFT_CLOSE, :ACT_CUSTOMER, :ACT_REPRINT, :ACT_PAY, :ACT_COLLECT, :ACT_ADMIT,
                :ACT_LEAVE, :ACT_TURN_AWAY, :ACT_BAG, :ACT_BAG_FEE, :ACT_BAG_STOP))
        AND NOT EXISTS (SELECT 1 FROM unnest(steps) AS r
            WHERE r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_SELL, :ACT_RELEASE, :ACT_OVERRIDE, :ACT_EXPIRE,
                :ACT_TRANSFER, :ACT_REFUND, :ACT_EXCHANGE)
                OR NOT (r.was * 10000 + r.act * 100 + r.became = ANY (loge.steps())))
        AND NOT EXISTS (SELECT 1 FROM unnest(notes) AS r
            WHERE r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_SELL, :ACT_RELEASE, :ACT_EXPIRE, :ACT_TRANSFER,
                :ACT_REFUND, :ACT_EXCHANGE, :ACT_SHIFT_OPEN, :ACT_SHIFT_MOVE, :ACT_SHIFT_CLOSE,
                :ACT_CUSTOMER, :ACT_REPRINT, :ACT_PAY, :ACT_COLLECT, :ACT_ADMIT, :ACT_LEAVE, :ACT_TURN_AWAY,
                :ACT_CONFLICT, :ACT_BAG, :ACT_BAG_FEE, :ACT_BAG_STOP))
        AND NOT EXISTS (SELECT 1 FROM unnest(sales) AS r WHERE r.till <> ALL (tills))
        AND NOT EXISTS (SELECT 1 FROM unnest(shifts) AS r WHERE r.till <> ALL (tills))
        AND NOT EXISTS (SELECT 1 FROM unnest(holds) AS r
            LEFT JOIN LATERAL (SELECT k.id, k.till FROM loge.hold AS k
                WHERE k.house = me.house AND k.id = r.id OFFSET 0) AS h ON true
            WHERE coalesce(h.till, r.till) <> ALL (tills) AND (h.id IS NULL OR NOT EXISTS (SELECT 1
                FROM unnest(steps) AS s WHERE r.id IN (s.prior, s.holder))))
        AND (me.may & :ROLE_BITS_SELLING <> 0 OR (sales IS NULL AND payments IS NULL AND shifts IS NULL
            AND moves IS NULL AND waiters IS NULL));
END
$$;

-- Whose rows a journal brings: its till's, and those of the house's clients if it is brought by a
-- role that may serve them (loge.token_secret_1). A service acts for its clients, and what they hold
-- and order stays theirs.
CREATE FUNCTION loge.sync_clients(me loge.doer) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN CASE WHEN me.may & :ROLE_BITS_SERVING <> 0 THEN
        ARRAY(SELECT DISTINCT t.name FROM loge.token AS t WHERE t.house = me.house) ELSE '{}' END;
END
$$;

CREATE FUNCTION loge.sync_tills(me loge.doer, j loge.journal) RETURNS text[] LANGUAGE sql STABLE AS $$
    SELECT ARRAY[j.till] || loge.sync_clients(me)
$$;

-- Of names that are none of these: may their rows stand under the journal's own till? A house that
-- went back has lost the token of a client, too, and the client's orders must not be lost with it. The
-- name of a till is refused for good (ANSWER_INVALID: this entry, and the others go on). A client's name
-- waits (ANSWER_NOT_ALLOWED) for somebody who may serve.
CREATE FUNCTION loge.sync_forgotten(me loge.doer, names text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF me.may & :ROLE_BITS_SERVING = 0 AND EXISTS (SELECT 1 FROM loge.token AS t
            WHERE t.house = me.house AND t.name = ANY (names)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF me.may & :ROLE_BITS_SERVING = 0 OR EXISTS (SELECT 1 FROM loge.journal AS t
            WHERE t.house = me.house AND t.till = ANY (names)) THEN
        PERFORM loge.answer(:ANSWER_INVALID);
    END IF;
END
$$;

CREATE FUNCTION loge.sync_till(tills text[], name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN name = ANY (tills) THEN name ELSE tills[1] END
$$;

-- Seats: each step follows from the one before it, and the first from how the seat stands (it is
-- locked by loge.sync_read_1). A seat that is lent to another till moves only when it was sold.
CREATE FUNCTION loge.sync_steps(me loge.doer, j loge.journal, steps loge.sync_step[])
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
    -- Holds that are without a seat now and do not say so themselves: their time was over, or they
    -- gave way (ACT_OVERRIDE). Locked first and looked at in a statement of its own, as in end_holds.
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

-- version 0: made in this batch. Any other is of these tills, and its sums are counted anew.
CREATE FUNCTION loge.sync_sales(me loge.doer, tills text[], sales loge.sale_row[],
    tickets loge.ticket_row[], payments loge.payment_row[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
    zone text;
    today date;
BEGIN
    SELECT h.timezone, (to_timestamp(me.now_ms / 1000.0) AT TIME ZONE h.timezone)::date INTO zone, today
    FROM loge.house AS h WHERE h.house = me.house;
    INSERT INTO loge.sale (house, {columns sale})
    SELECT me.house, {columns sale r but version = 1}
    FROM unnest(sales) AS r
    WHERE r.version = 0;
    UPDATE loge.sale AS s SET status = r.status, hold = coalesce(r.hold, s.hold),
        customer = r.customer, name = r.name, email = r.email, collected_at = r.collected_at,
        version = s.version + 1
    FROM unnest(sales) AS r
    CROSS JOIN LATERAL (SELECT k.ctid AS place FROM loge.sale AS k
        WHERE k.house = me.house AND k.id = r.id OFFSET 0) AS l
    WHERE r.version > 0 AND s.ctid = l.place AND s.house = me.house AND s.till = ANY (tills);
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(sales) AS r WHERE r.version > 0));
    UPDATE loge.ticket AS t SET status = r.status,
        ended_at = CASE WHEN r.ends_late THEN me.now_ms ELSE r.ended_at END, ended_by = r.ended_by,
        ended_till = r.ended_till, kept = r.kept,
        late = t.late | CASE WHEN r.ends_late THEN :TICKET_ENDED_LATE ELSE 0 END,
        version = t.version + 1
    FROM (SELECT q.*, loge.day_is_over(q.ended_at, zone, today) AS ends_late
        FROM unnest(tickets) AS q WHERE q.version > 0) AS r
    CROSS JOIN LATERAL (SELECT k.till FROM loge.sale AS k
        WHERE k.house = me.house AND k.id = r.sale OFFSET 0) AS s
    CROSS JOIN LATERAL (SELECT k.ctid AS place FROM loge.ticket AS k
        WHERE k.house = me.house AND k.sale = r.sale AND k.id = r.id OFFSET 0) AS l
    WHERE t.ctid = l.place AND t.house = me.house AND s.till = ANY (tills);
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

-- Shifts of these tills that were closed at the house: somebody read and signed their figures, so what the
-- till brings home for one of them later stands in another shift, made for that and never counted. Its
-- id follows from the sealed one's: every batch finds the same. The lock makes a close at the house come
-- before this batch or after it.
CREATE FUNCTION loge.sync_standins(me loge.doer, tills text[], ids uuid[], OUT sealed uuid[],
    OUT standins uuid[]) LANGUAGE plpgsql AS $$
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
    INSERT INTO loge.shift AS t (house, id, till, staff, opened_at, closed_at, float_amount, currency,
        expected_cash, expected_card, expected_voucher, counted_cash, counted_card,
        counted_voucher, reason, version)
    SELECT me.house, q.standin, s.till, s.staff, me.now_ms, me.now_ms, 0, s.currency, 0, 0, 0, 0, 0,
        0, 'sync', 1
    FROM unnest(sealed, standins) AS q (id, standin)
    CROSS JOIN LATERAL (SELECT k.till, k.staff, k.currency FROM loge.shift AS k
        WHERE k.house = me.house AND k.id = q.id OFFSET 0) AS s
    ON CONFLICT (house, id) DO UPDATE SET opened_at = excluded.opened_at,
        closed_at = excluded.closed_at, version = t.version + 1;
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
    UPDATE loge.shift AS s SET closed_at = r.closed_at, expected_cash = r.expected_cash,
        expected_card = r.expected_card, expected_voucher = r.expected_voucher,
        counted_cash = r.counted_cash, counted_card = r.counted_card,
        counted_voucher = r.counted_voucher, reason = r.reason, version = s.version + 1
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
CREATE FUNCTION loge.sync_people(me loge.doer, customers loge.customer_row[],
    waiters loge.waiter_row[], vouchers loge.voucher_row[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.customer AS c (house, {columns customer})
    SELECT me.house, {columns customer r but version = 1}
    FROM unnest(customers) AS r
    ON CONFLICT (house, id) DO UPDATE SET name = excluded.name, email = excluded.email,
        phone = excluded.phone, version = c.version + 1;
    UPDATE loge.waitlist AS w SET status = r.status, hold = r.hold, version = w.version + 1
    FROM unnest(waiters) AS r
    CROSS JOIN LATERAL (SELECT k.ctid AS place FROM loge.waitlist AS k
        WHERE k.house = me.house AND k.id = r.id OFFSET 0) AS l
    WHERE w.ctid = l.place AND w.house = me.house;
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

-- Check-ins of a batch (loge.sync_write_2 goes before), each as the last of its steps leaves it; seen:
-- its version before the first of them, 0: there was none. What a fee was is the till's word: that is
-- what was asked for. One that another door had begun (MERGE_BAG_TWICE) is decided, unless there is money
-- in it (loge.sync_salvage_1): the first stays.
CREATE FUNCTION loge.sync_bags_1(of_device uuid, shown bytea, bags loge.checkin_row[],
    seen bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    tills text[];
    strangers text[];
    sealed uuid[];
    standins uuid[];
    fresh bigint;
    done bigint;
BEGIN
    j := loge.journal_for(me, of_device, shown);
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
    INSERT INTO loge.conflict AS c (house, id, device, till, seq, heading, reason, actor, made_at,
        at, deadline, show_no, seats, owners, ticket)
    SELECT me.house, w.act, coalesce(e.device, j.device), s.till, coalesce(e.seq, 0), :MERGE_TWICE_IN,
        :VERDICT_OK, s.actor, coalesce(s.house_at, s.at), me.now_ms,
        me.now_ms + 86400000 - coalesce(p.decide_ms, 3600000), 0, '{}', '{}', r.ticket
    FROM unnest(rows) AS r
    CROSS JOIN LATERAL unnest(r.twice) AS w (act)
    JOIN loge.scan AS s ON s.house = me.house AND s.ticket = r.ticket AND s.code <= :DOOR_OVERRIDE
        AND coalesce(s.act, s.id) = w.act
    LEFT JOIN LATERAL (SELECT q.device, q.seq FROM loge.entry AS q
        WHERE q.house = me.house AND q.uid = w.act ORDER BY q.epoch DESC LIMIT 1) AS e ON true
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

-- The log: who acted then, at that till; who brought it stands in the entry.
CREATE FUNCTION loge.sync_log(me loge.doer, j loge.journal, entries loge.sync_entry[],
    steps loge.sync_step[], notes loge.sync_note[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
        version, was, became, subject, held_ms, reason, note, key, address, client)
    -- A hold that is over ended by itself, whoever takes its seats: as in loge.apply_1.
    SELECT me.house, me.base + r.n, q.made_at, r.act,
        CASE WHEN r.act = :ACT_EXPIRE THEN 'sweep' ELSE q.actor END, j.till,
        CASE WHEN r.act = :ACT_EXPIRE THEN '' ELSE q.approver END,
        CASE WHEN r.act = :ACT_EXPIRE THEN :ROLE_SERVICE ELSE coalesce(p.role, :ROLE_CLERK) END, r.show_no, r.seat_no, r.seen + 1,
        r.was, r.became, coalesce(r.holder, r.prior), CASE WHEN h.id IS NULL THEN 0
            ELSE greatest(0, q.made_at - h.created_at) END, q.why, q.note, q.uid,
        CASE WHEN r.act = :ACT_EXPIRE THEN '' ELSE q.address END, CASE WHEN r.act = :ACT_EXPIRE THEN '' ELSE q.client END
    FROM unnest(steps) AS r
    JOIN unnest(entries) AS q ON q.n = r.entry
    LEFT JOIN loge.staff AS p ON p.house = me.house AND p.name = q.actor
    LEFT JOIN LATERAL (SELECT k.id, k.created_at FROM loge.hold AS k
        WHERE r.was = :SEAT_HELD AND r.became <> :SEAT_HELD AND k.house = me.house AND k.id = r.prior
        OFFSET 0) AS h ON true
    UNION ALL
    SELECT me.house, me.base + r.n, q.made_at, r.act, q.actor, j.till, q.approver,
        coalesce(p.role, :ROLE_CLERK), r.show_no, -1, 0, 0, 0, r.subject, 0, q.why, r.note, q.uid,
        q.address, q.client
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
    INSERT INTO loge.conflict (house, id, device, till, seq, heading, reason, actor, made_at, at,
        deadline, show_no, seats, owners, sale, ticket, outcome)
    SELECT me.house, coalesce(q.uid, encode(substr(bytes, q.place, 16), 'hex')::uuid), j.device,
        j.till, q.seq, q.heading, q.reason, q.actor, q.made_at,
        me.now_ms, greatest(me.now_ms, coalesce(w.starts_at, me.now_ms + 86400000)
            - coalesce(p.decide_ms, 3600000)), r.show_no, r.seats, r.owners, r.sale, r.ticket,
        CASE q.heading WHEN :MERGE_FIRST_WRITER THEN :CONFLICT_FIRST ELSE :CONFLICT_OPEN END
    FROM unnest(rows) AS r
    JOIN unnest(entries) AS q ON q.n = r.entry
    LEFT JOIN loge.show AS w ON w.house = me.house AND w.no = r.show_no
    LEFT JOIN loge.policy AS p ON p.house = me.house
    ON CONFLICT (house, id) DO NOTHING
$$;

-- A batch that was judged, in one call; everything or nothing. How many events it has written.
CREATE FUNCTION loge.sync_write_1(of_device uuid, shown bytea, bytes bytea,
    entries loge.sync_entry[], steps loge.sync_step[], notes loge.sync_note[],
    holds loge.hold_row[], changed_holds loge.hold_row[], sales loge.sale_row[],
    tickets loge.ticket_row[], payments loge.payment_row[], shifts loge.shift_row[],
    moves loge.move_row[], customers loge.customer_row[], waiters loge.waiter_row[],
    vouchers loge.voucher_row[], admissions loge.sync_admission[], scans loge.scan_row[],
    conflicts loge.sync_conflict[])
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    tills text[];
    strangers text[];
    sealed uuid[];
    standins uuid[];
BEGIN
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device
    FOR NO KEY UPDATE;
    IF me.house IS NULL OR j.device IS NULL OR j.quarantine <> :QUARANTINE_NONE OR sha256(shown) <> j.proof
            OR shown IS NULL THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF changed_holds IS NOT NULL THEN
        holds := holds || changed_holds;
    END IF;
    tills := loge.sync_tills(me, j);
    strangers := ARRAY(SELECT r.till FROM unnest(sales) AS r WHERE r.till <> ALL (tills)
        UNION SELECT r.till FROM unnest(shifts) AS r WHERE r.till <> ALL (tills)
        UNION SELECT r.till FROM unnest(holds) AS r
            WHERE r.till <> ALL (tills) AND NOT EXISTS (SELECT 1 FROM loge.hold AS h
                WHERE h.house = me.house AND h.id = r.id));
    IF strangers <> '{}' THEN
        PERFORM loge.sync_forgotten(me, strangers);
        FOR i IN 1 .. coalesce(cardinality(sales), 0) LOOP
            sales[i].till := loge.sync_till(tills, sales[i].till);
        END LOOP;
        FOR i IN 1 .. coalesce(cardinality(shifts), 0) LOOP
            shifts[i].till := loge.sync_till(tills, shifts[i].till);
        END LOOP;
        FOR i IN 1 .. coalesce(cardinality(holds), 0) LOOP
            IF holds[i].till = ANY (strangers) THEN
                holds[i].till := j.till;
            END IF;
        END LOOP;
    END IF;
    IF NOT loge.sync_may(me, tills, entries, steps, notes, sales, payments, shifts, moves, holds,
            waiters) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF customers IS NOT NULL OR waiters IS NOT NULL OR vouchers IS NOT NULL THEN
        PERFORM loge.sync_people(me, customers, waiters, vouchers);
    END IF;
    IF num_nonnulls(sales, payments, shifts, moves) > 0 THEN
        SELECT q.sealed, q.standins INTO sealed, standins
        FROM loge.sync_standins(me, tills, ARRAY(SELECT r.shift FROM unnest(payments) AS r
            UNION SELECT r.shift FROM unnest(sales) AS r WHERE r.version = 0
            UNION SELECT r.shift FROM unnest(moves) AS r
            UNION SELECT r.id FROM unnest(shifts) AS r)) AS q;
        IF sealed IS NOT NULL THEN
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
            shifts := (SELECT array_agg(r) FROM unnest(shifts) AS r
                WHERE r.id <> ALL (sealed));
        END IF;
    END IF;
    IF shifts IS NOT NULL OR moves IS NOT NULL THEN
        PERFORM loge.sync_shifts(me, tills, shifts, moves);
    END IF;
    IF holds IS NOT NULL THEN
        PERFORM loge.sync_holds(me, holds);
    END IF;
    IF steps IS NOT NULL THEN
        IF holds IS NOT NULL THEN
            steps := steps || loge.sync_left_over(me, steps,
                cardinality(steps) + coalesce(cardinality(notes), 0), holds);
        END IF;
        PERFORM loge.sync_steps(me, j, steps);
    END IF;
    IF sales IS NOT NULL OR tickets IS NOT NULL OR payments IS NOT NULL THEN
        PERFORM loge.sync_sales(me, tills, sales, tickets, payments);
    END IF;
    -- A seat is sold exactly when it has a valid ticket of the order: each seat that moved, and each that a
    -- ticket names (paper printed alone must not bring back what the house has refunded).
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
    IF scans IS NOT NULL THEN
        PERFORM loge.sync_door(me, j, scans);
    END IF;
    IF steps IS NOT NULL OR notes IS NOT NULL THEN
        PERFORM loge.sync_log(me, j, entries, steps, notes);
    END IF;
    IF EXISTS (SELECT 1 FROM unnest(steps) AS r WHERE r.act = :ACT_EXPIRE) THEN
        PERFORM loge.tell_expired(me, me.base + (SELECT max(r.n) FROM unnest(steps) AS r));
    END IF;
    PERFORM loge.sync_entries(me, j, bytes, entries);
    IF conflicts IS NOT NULL THEN
        PERFORM loge.sync_conflicts(me, j, bytes, entries, conflicts);
    END IF;
    RETURN coalesce(cardinality(steps), 0) + coalesce(cardinality(notes), 0);
END
$$;

RESET ROLE;
ALTER FUNCTION loge.sync_write_1 OWNER TO loge_fn;
ALTER FUNCTION loge.sync_bags_1 OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.sync_clients, loge.sync_tills, loge.sync_forgotten, loge.sync_till, loge.sync_may, loge.sync_left_over, loge.sync_steps, loge.sync_holds,
    loge.day_is_over, loge.late_at, loge.sync_sales, loge.sync_standins, loge.sync_standin, loge.sync_shifts, loge.sync_people, loge.sync_door, loge.sync_inside,
    loge.sync_twice, loge.sync_log, loge.sync_entries, loge.sync_conflicts TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.sync_write_1, loge.sync_bags_1
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
