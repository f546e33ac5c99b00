-- Writing the rows of an act. Inside apply() only: nobody else may call these.
--
-- A row with version 0 is inserted, any other must be found at the version it was read with.
-- Answers that are known only after something has been written are raised with LG001 and the
-- number apply() would have returned: -2 stale, -100 - verdict refused (verdict.h).

CREATE FUNCTION loge.answer(code integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = code::text;
END
$$;

-- -2 unless as many rows were changed as were to be.
CREATE FUNCTION loge.expect_rows(done bigint, wanted bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF done <> wanted THEN
        PERFORM loge.answer(-2);
    END IF;
END
$$;

-- ---- holds ------------------------------------------------------------------------------------

CREATE FUNCTION loge.add_holds(me loge.doer, rows loge.hold_row[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.hold (house, id, show_no, status, ending, source, holder, till, email,
        created_at, expires_at, ceiling_at, ended_at, paying_until, sale, version)
    SELECT me.house, r.id, r.show_no, r.status, r.ending, r.source, r.holder, r.till, r.email,
        r.created_at, r.expires_at, r.ceiling_at, r.ended_at, r.paying_until, r.sale, 1
    FROM unnest(rows) AS r;
END
$$;

-- Rows are found one by one by their whole key (LATERAL): without statistics a planner would join the
-- few rows of the act with all rows of the house. The version is compared in the row itself: after
-- waiting for another act, PostgreSQL checks that again in the new row, and not its place (ctid).
CREATE FUNCTION loge.change_holds(me loge.doer, rows loge.hold_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    UPDATE loge.hold AS h SET status = r.status, ending = r.ending, source = r.source,
        holder = r.holder, till = r.till, email = r.email, expires_at = r.expires_at,
        ceiling_at = r.ceiling_at, ended_at = r.ended_at, paying_until = r.paying_until,
        sale = r.sale, version = h.version + 1
    FROM unnest(rows) AS r, LATERAL (SELECT k.ctid FROM loge.hold AS k
        WHERE k.house = me.house AND k.id = r.id OFFSET 0) AS found
    WHERE h.ctid = found.ctid AND h.version = r.version;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, cardinality(rows));
END
$$;

-- ---- sales ------------------------------------------------------------------------------------

CREATE FUNCTION loge.write_sales(me loge.doer, rows loge.sale_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    IF NOT me.carries AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            WHERE r.version = 0 AND r.sold_by <> me.name) THEN
        PERFORM loge.answer(-111);
    END IF;
    INSERT INTO loge.sale (house, id, code, show_no, status, hold, customer, shift, name, email,
        currency, total, paid, sold_by, till, sold_at, collected_at, version)
    SELECT me.house, r.id, r.code, r.show_no, r.status, r.hold, r.customer, r.shift, r.name,
        r.email, r.currency, r.total, r.paid, r.sold_by, r.till, r.sold_at, r.collected_at, 1
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    -- Who sold it, when, where, in which shift and under which code stays.
    UPDATE loge.sale AS s SET show_no = r.show_no, status = r.status, hold = r.hold,
        customer = r.customer, name = r.name, email = r.email, total = r.total, paid = r.paid,
        collected_at = r.collected_at, version = s.version + 1
    FROM unnest(rows) AS r, LATERAL (SELECT k.ctid FROM loge.sale AS k
        WHERE k.house = me.house AND k.id = r.id OFFSET 0) AS found
    WHERE r.version > 0 AND s.ctid = found.ctid AND s.version = r.version;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;

-- An old ticket must give up its seat before the new one can be valid.
CREATE FUNCTION loge.write_tickets(me loge.doer, rows loge.ticket_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    UPDATE loge.ticket AS t SET status = r.status, ended_at = r.ended_at, ended_by = r.ended_by,
        ended_till = r.ended_till, kept = r.kept, late = r.late, version = t.version + 1
    FROM unnest(rows) AS r, LATERAL (SELECT k.ctid FROM loge.ticket AS k
        WHERE k.house = me.house AND k.sale = r.sale AND k.id = r.id OFFSET 0) AS found
    WHERE r.version > 0 AND t.ctid = found.ctid AND t.version = r.version;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
    INSERT INTO loge.ticket (house, sale, id, code, show_no, seat_no, status, type, class_no,
        generation, price, discount, fee, tax, total, version, sold_at, sold_by, till, ended_at,
        ended_by, ended_till, kept, late)
    SELECT me.house, r.sale, r.id, r.code, r.show_no, r.seat_no, r.status, r.type, r.class_no,
        r.generation, r.price, r.discount, r.fee, r.tax, r.total, 1, r.sold_at, r.sold_by, r.till,
        r.ended_at, r.ended_by, r.ended_till, r.kept, r.late
    FROM unnest(rows) AS r
    WHERE r.version = 0;
END
$$;

-- Money for a shift that was closed meanwhile: -2. The lock keeps it open until the end of the act, and
-- is shared: many clients of one token sell in one shift at once, and none waits for another.
CREATE FUNCTION loge.expect_open(me loge.doer, ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    closed boolean;
BEGIN
    FOR closed IN SELECT s.closed_at <> 0 FROM loge.shift AS s
        WHERE s.house = me.house AND s.id = ANY (ids)
        ORDER BY s.id
        FOR SHARE
    LOOP
        IF closed THEN
            PERFORM loge.answer(-2);
        END IF;
    END LOOP;
END
$$;

CREATE FUNCTION loge.write_payments(me loge.doer, rows loge.payment_row[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM loge.expect_open(me, (SELECT array_agg(DISTINCT r.shift) FROM unnest(rows) AS r
        WHERE r.shift IS NOT NULL));
    INSERT INTO loge.payment (house, sale, id, shift, tender, amount, given, auth, voucher, reason,
        at)
    SELECT me.house, r.sale, r.id, r.shift, r.tender, r.amount, r.given, r.auth, r.voucher,
        r.reason, r.at
    FROM unnest(rows) AS r;
END
$$;

-- ---- money periods ----------------------------------------------------------------------------

-- Payments and bag fees of a shift leave its row alone, so they can be written side by side. Their
-- number counts in the version that the program reads (sum_payments.sql): a shift is closed by sums
-- that lack none of them.
-- (plpgsql, because loge.checkin comes later.)
CREATE FUNCTION loge.shift_entries(of_house integer, of_shift uuid) RETURNS bigint
LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT count(*) FROM loge.payment AS p WHERE p.house = of_house AND p.shift = of_shift)
        + (SELECT count(*) FROM loge.checkin AS c WHERE c.house = of_house AND c.shift = of_shift);
END
$$;

-- A clerk opens and closes his own; a supervisor closes anybody's.
CREATE FUNCTION loge.write_shifts(me loge.doer, rows loge.shift_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    IF NOT me.carries AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            WHERE r.version = 0 AND r.staff <> me.name) THEN
        PERFORM loge.answer(-111);
    END IF;
    IF me.may & 12 = 0 AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            JOIN loge.shift AS s ON s.house = me.house AND s.id = r.id
            WHERE r.version > 0 AND s.staff <> me.name) THEN
        PERFORM loge.answer(-111);
    END IF;
    INSERT INTO loge.shift (house, id, till, staff, opened_at, closed_at, float_amount, currency,
        expected_cash, expected_card, expected_voucher, counted_cash, counted_card,
        counted_voucher, reason, version)
    SELECT me.house, r.id, r.till, r.staff, r.opened_at, r.closed_at, r.float_amount, r.currency,
        r.expected_cash, r.expected_card, r.expected_voucher, r.counted_cash, r.counted_card,
        r.counted_voucher, r.reason, 1
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    -- The lock waits for acts that are adding to the shift (expect_open). They are counted after it, by a
    -- statement of its own, which sees what they have committed.
    PERFORM 1 FROM loge.shift AS s
    WHERE s.house = me.house AND s.id IN (SELECT r.id FROM unnest(rows) AS r WHERE r.version > 0)
    ORDER BY s.id
    FOR NO KEY UPDATE;
    UPDATE loge.shift AS s SET closed_at = r.closed_at, float_amount = r.float_amount,
        expected_cash = r.expected_cash, expected_card = r.expected_card,
        expected_voucher = r.expected_voucher, counted_cash = r.counted_cash,
        counted_card = r.counted_card, counted_voucher = r.counted_voucher, reason = r.reason,
        sealed = r.closed_at > 0, version = s.version + 1
    FROM unnest(rows) AS r
    WHERE s.house = me.house AND s.id = r.id AND r.version > 0
        AND s.version + loge.shift_entries(s.house, s.id) = r.version;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;

CREATE FUNCTION loge.write_moves(me loge.doer, rows loge.move_row[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT me.carries AND me.may & 12 = 0 AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            JOIN loge.shift AS s ON s.house = me.house AND s.id = r.shift
            WHERE s.staff <> me.name) THEN
        PERFORM loge.answer(-111);
    END IF;
    PERFORM loge.expect_open(me, (SELECT array_agg(DISTINCT r.shift) FROM unnest(rows) AS r));
    INSERT INTO loge.shift_move (house, shift, id, kind, amount, reason, at)
    SELECT me.house, r.shift, r.id, r.kind, r.amount, r.reason, r.at
    FROM unnest(rows) AS r;
END
$$;

-- A sale uses a voucher up; only a manager makes one or changes its terms.
CREATE FUNCTION loge.write_vouchers(me loge.doer, rows loge.voucher_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    IF me.may & 8 = 0 AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            LEFT JOIN loge.voucher AS v ON v.house = me.house AND v.code = r.code
            WHERE r.version = 0 OR (v.kind, v.value, v.budget, v.max_uses, v.max_tickets,
                v.valid_from, v.valid_until, v.show_no, v.disabled) IS DISTINCT FROM (r.kind,
                r.value, r.budget, r.max_uses, r.max_tickets, r.valid_from, r.valid_until,
                r.show_no, r.disabled)) THEN
        PERFORM loge.answer(-111);
    END IF;
    INSERT INTO loge.voucher (house, code, kind, value, budget, used, max_uses, uses, max_tickets,
        valid_from, valid_until, show_no, disabled, version)
    SELECT me.house, r.code, r.kind, r.value, r.budget, r.used, r.max_uses, r.uses, r.max_tickets,
        r.valid_from, r.valid_until, r.show_no, r.disabled, 1
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.voucher AS v SET kind = r.kind, value = r.value, budget = r.budget, used = r.used,
        max_uses = r.max_uses, uses = r.uses, max_tickets = r.max_tickets,
        valid_from = r.valid_from, valid_until = r.valid_until, show_no = r.show_no,
        disabled = r.disabled, version = v.version + 1
    FROM unnest(rows) AS r
    WHERE v.house = me.house AND v.code = r.code AND v.version = r.version AND r.version > 0;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;

-- ---- people -----------------------------------------------------------------------------------

CREATE FUNCTION loge.write_customers(me loge.doer, rows loge.customer_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    INSERT INTO loge.customer (house, id, name, email, phone, created_at, version)
    SELECT me.house, r.id, r.name, r.email, r.phone, r.created_at, 1
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.customer AS c SET name = r.name, email = r.email, phone = r.phone,
        created_at = r.created_at, version = c.version + 1
    FROM unnest(rows) AS r
    WHERE c.house = me.house AND c.id = r.id AND c.version = r.version AND r.version > 0;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;

CREATE FUNCTION loge.write_waiters(me loge.doer, rows loge.waiter_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    INSERT INTO loge.waitlist (house, id, show_no, status, name, email, phone, party, class_no,
        section, accessible, aisle, together, joined_at, hold, code, till, version)
    SELECT me.house, r.id, r.show_no, r.status, r.name, r.email, r.phone, r.party, r.class_no,
        r.section, r.accessible, r.aisle, r.together, r.joined_at, r.hold, r.code,
        r.till, 1
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.waitlist AS w SET show_no = r.show_no, status = r.status, name = r.name,
        email = r.email, phone = r.phone, party = r.party, class_no = r.class_no,
        section = r.section, accessible = r.accessible, aisle = r.aisle, together = r.together,
        joined_at = r.joined_at, hold = r.hold, version = w.version + 1
    FROM unnest(rows) AS r
    WHERE w.house = me.house AND w.id = r.id AND w.version = r.version AND r.version > 0;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;

-- A manager changes staff; anybody's own wrong PINs are counted.
CREATE FUNCTION loge.write_staff(me loge.doer, rows loge.staff_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    IF me.may & 8 = 0 AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            LEFT JOIN loge.staff AS s ON s.house = me.house AND s.name = r.name
            WHERE r.name <> me.name OR (s.role, s.disabled, s.pin_hash, s.badge) IS DISTINCT FROM
                (r.role, r.disabled, r.pin_hash, r.badge)) THEN
        PERFORM loge.answer(-111);
    END IF;
    INSERT INTO loge.staff (house, name, role, disabled, failures, locked_until, pin_hash, badge,
        version)
    SELECT me.house, r.name, r.role, r.disabled, r.failures, r.locked_until, r.pin_hash, r.badge, 1
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.staff AS s SET role = r.role, disabled = r.disabled, failures = r.failures,
        locked_until = r.locked_until, pin_hash = r.pin_hash, badge = r.badge,
        version = s.version + 1
    FROM unnest(rows) AS r
    WHERE s.house = me.house AND s.name = r.name AND s.version = r.version AND r.version > 0;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;
