-- Writing the rows of an act. Inside apply() only: nobody else may call these.
--
-- A row with version 0 is inserted, any other must be found at the version it was read with.
-- Answers that are known only after something has been written are raised with LG001 and the
-- number apply() would have returned: ANSWER_STALE, or a verdict's (pg_answer.h).

-- ---- holds ------------------------------------------------------------------------------------

CREATE FUNCTION loge.add_holds(me loge.doer, rows loge.hold_row[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.hold (house, {columns hold})
    SELECT me.house, {columns hold r but version = 1}
    FROM unnest(rows) AS r;
END
$$;

-- Rows are found one by one by their whole key (LATERAL): without statistics a planner would join the
-- few rows of the act with all rows of the house. The version is compared in the row itself: after
-- waiting for another act, PostgreSQL checks that again in the new row, and not its place (ctid). It
-- comes with the place (wanted), or a planner would look for it first, in all rows of the house.
CREATE FUNCTION loge.change_holds(me loge.doer, rows loge.hold_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    UPDATE loge.hold AS h SET {changes hold r but version = h.version + 1}
    FROM unnest(rows) AS r, LATERAL (SELECT k.ctid, r.version AS wanted FROM loge.hold AS k
        WHERE k.house = me.house AND k.id = r.id OFFSET 0) AS found
    WHERE h.ctid = found.ctid AND h.version = found.wanted;
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
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    INSERT INTO loge.sale (house, {columns sale})
    SELECT me.house, {columns sale r but version = 1}
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    -- Who sold it, when, where, in which shift and under which code stays.
    UPDATE loge.sale AS s SET {changes sale r but version = s.version + 1}
    FROM unnest(rows) AS r, LATERAL (SELECT k.ctid, r.version AS wanted FROM loge.sale AS k
        WHERE k.house = me.house AND k.id = r.id OFFSET 0) AS found
    WHERE r.version > 0 AND s.ctid = found.ctid AND s.version = found.wanted;
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
    -- One that lost its seat was in no report; it counts from the moment it has the seat again.
    UPDATE loge.ticket AS t SET {changes ticket r but version = t.version + 1},
        sold_at = CASE WHEN t.status = :TICKET_EXCHANGED AND t.sold_at = 0 AND r.status = :TICKET_VALID
            THEN r.sold_at ELSE t.sold_at END
    FROM unnest(rows) AS r, LATERAL (SELECT k.ctid, r.version AS wanted FROM loge.ticket AS k
        WHERE k.house = me.house AND k.sale = r.sale AND k.id = r.id OFFSET 0) AS found
    WHERE r.version > 0 AND t.ctid = found.ctid AND t.version = found.wanted;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
    INSERT INTO loge.ticket (house, {columns ticket})
    SELECT me.house, {columns ticket r but version = 1}
    FROM unnest(rows) AS r
    WHERE r.version = 0;
END
$$;

-- Money for a shift that was closed meanwhile: ANSWER_STALE. The lock keeps it open until the end of the
-- act, and is shared: many clients of one token sell in one shift at once, and none waits for another.
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
            PERFORM loge.answer(:ANSWER_STALE);
        END IF;
    END LOOP;
END
$$;

CREATE FUNCTION loge.write_payments(me loge.doer, rows loge.payment_row[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM loge.expect_open(me, (SELECT array_agg(DISTINCT r.shift) FROM unnest(rows) AS r
        WHERE r.shift IS NOT NULL));
    INSERT INTO loge.payment (house, {columns payment})
    SELECT me.house, {columns payment r but late_at = 0}
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
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF me.may & :ROLE_BITS_OFFICE = 0 AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            JOIN loge.shift AS s ON s.house = me.house AND s.id = r.id
            WHERE r.version > 0 AND s.staff <> me.name) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    INSERT INTO loge.shift (house, {columns shift})
    SELECT me.house, {columns shift r but version = 1}
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    -- The lock waits for acts that are adding to the shift (expect_open). They are counted after it, by a
    -- statement of its own, which sees what they have committed.
    PERFORM 1 FROM loge.shift AS s
    WHERE s.house = me.house AND s.id IN (SELECT r.id FROM unnest(rows) AS r WHERE r.version > 0)
    ORDER BY s.id
    FOR NO KEY UPDATE;
    UPDATE loge.shift AS s SET {changes shift r but version = s.version + 1}, sealed = r.closed_at > 0
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
    IF NOT me.carries AND me.may & :ROLE_BITS_OFFICE = 0 AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            JOIN loge.shift AS s ON s.house = me.house AND s.id = r.shift
            WHERE s.staff <> me.name) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    PERFORM loge.expect_open(me, (SELECT array_agg(DISTINCT r.shift) FROM unnest(rows) AS r));
    INSERT INTO loge.shift_move (house, {columns shift_move})
    SELECT me.house, {columns shift_move r}
    FROM unnest(rows) AS r;
END
$$;

-- A sale uses a voucher up; only a manager makes one or changes its terms.
CREATE FUNCTION loge.write_vouchers(me loge.doer, rows loge.voucher_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    IF me.may & :ROLE_BIT_MANAGER = 0 AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            LEFT JOIN loge.voucher AS v ON v.house = me.house AND v.code = r.code
            WHERE r.version = 0 OR (v.kind, v.value, v.budget, v.max_uses, v.max_tickets,
                v.valid_from, v.valid_until, v.show_no, v.disabled) IS DISTINCT FROM (r.kind,
                r.value, r.budget, r.max_uses, r.max_tickets, r.valid_from, r.valid_until,
                r.show_no, r.disabled)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    INSERT INTO loge.voucher (house, {columns voucher})
    SELECT me.house, {columns voucher r but lent = 0; lent_uses = 0; version = 1}
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    PERFORM loge.spare_loans(me, rows);
    UPDATE loge.voucher AS v SET {changes voucher r but lent; lent_uses; version = v.version + 1}
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
    INSERT INTO loge.customer (house, {columns customer})
    SELECT me.house, {columns customer r but version = 1}
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.customer AS c SET {changes customer r but version = c.version + 1}
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
    INSERT INTO loge.waitlist (house, {columns waiter})
    SELECT me.house, {columns waiter r but version = 1}
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.waitlist AS w SET {changes waiter r but version = w.version + 1}
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
    IF me.may & :ROLE_BIT_MANAGER = 0 AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            LEFT JOIN loge.staff AS s ON s.house = me.house AND s.name = r.name
            WHERE r.name <> me.name OR (s.role, s.disabled, s.pin_hash, s.badge) IS DISTINCT FROM
                (r.role, r.disabled, r.pin_hash, r.badge)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    INSERT INTO loge.staff (house, {columns staff})
    SELECT me.house, {columns staff r but version = 1}
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.staff AS s SET {changes staff r but version = s.version + 1}
    FROM unnest(rows) AS r
    WHERE s.house = me.house AND s.name = r.name AND s.version = r.version AND r.version > 0;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;
