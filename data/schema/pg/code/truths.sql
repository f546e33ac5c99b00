-- Truths: what must hold when an act is done, whoever sent it and however it came about.
--
-- loge.order_fault and its sisters say what is always so of the books (src/domain/row/truths.def). The walls ask them about the few
-- rows an act touched, qa.invariants() (audit verify) about all there are: one list. The functions below
-- them say what is so only at the time of an act: its prices, drawers, rights and hours.
--
-- Each gives the name of the row and the column that is not true, or NULL. They judge what a person did at
-- the house. A login that carries brings acts of others and of other times, which are judged as they come.

-- ---- always -------------------------------------------------------------------------------------

CREATE VIEW loge.order_fault WITH (security_invoker = true) AS
SELECT s.house, s.id, s.code, s.paid = p.paid AS paid_agrees, {truth order} AS fault
FROM loge.sale AS s
CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE k.status = :TICKET_VALID) AS valid,
    coalesce(sum(k.total) FILTER (WHERE k.status = :TICKET_VALID), 0) AS total,
    coalesce(sum(k.kept), 0) AS kept
    FROM loge.ticket AS k WHERE k.house = s.house AND k.sale = s.id OFFSET 0) AS t
CROSS JOIN LATERAL (SELECT coalesce(sum(q.amount), 0) AS paid FROM loge.payment AS q
    WHERE q.house = s.house AND q.sale = s.id OFFSET 0) AS p;

CREATE VIEW loge.ticket_fault WITH (security_invoker = true) AS
SELECT k.house, k.sale, k.id, k.code, {truth ticket} AS fault
FROM loge.ticket AS k;

CREATE VIEW loge.voucher_fault WITH (security_invoker = true) AS
SELECT v.house, v.code, {truth voucher} AS fault
FROM loge.voucher AS v;

-- What a drawer should hold, as shift_expected() of src/domain/shift.c has it.
CREATE VIEW loge.drawer WITH (security_invoker = true) AS
SELECT s.house, s.id, s.float_amount + coalesce(p.cash, 0) + coalesce(c.cash, 0) + coalesce(m.cash, 0) AS cash,
    coalesce(p.card, 0) + coalesce(c.card, 0) AS card,
    coalesce(p.voucher, 0) + coalesce(c.voucher, 0) AS voucher
FROM loge.shift AS s
CROSS JOIN LATERAL (SELECT sum(q.amount) FILTER (WHERE q.tender = :TENDER_CASH) AS cash,
    sum(q.amount) FILTER (WHERE q.tender = :TENDER_CARD) AS card,
    sum(q.amount) FILTER (WHERE q.tender = :TENDER_VOUCHER) AS voucher
    FROM loge.payment AS q WHERE q.house = s.house AND q.shift = s.id OFFSET 0) AS p
CROSS JOIN LATERAL (SELECT sum(q.paid) FILTER (WHERE q.tender = :TENDER_CASH) AS cash,
    sum(q.paid) FILTER (WHERE q.tender = :TENDER_CARD) AS card,
    sum(q.paid) FILTER (WHERE q.tender = :TENDER_VOUCHER) AS voucher
    FROM loge.checkin AS q WHERE q.house = s.house AND q.shift = s.id OFFSET 0) AS c
CROSS JOIN LATERAL (SELECT sum(CASE q.kind WHEN :MOVE_PAID_IN THEN q.amount ELSE -q.amount END) AS cash
    FROM loge.shift_move AS q WHERE q.house = s.house AND q.shift = s.id OFFSET 0) AS m;

-- A shift that was counted at the house takes no more money, so its figures stay what they were.
CREATE VIEW loge.shift_fault WITH (security_invoker = true) AS
SELECT s.house, s.id, s.till, {truth shift} AS fault
FROM loge.shift AS s
JOIN loge.drawer AS d ON d.house = s.house AND d.id = s.id
WHERE s.sealed AND s.closed_at > 0;

-- ---- the rows of an act --------------------------------------------------------------------------

-- The rows it changes, as they are before it.
CREATE FUNCTION loge.past_of(me loge.doer, c loge.changes) RETURNS loge.past LANGUAGE plpgsql AS $$
DECLARE
    past loge.past;
BEGIN
    past.holds := ARRAY(SELECT q FROM unnest(c.holds) AS r, LATERAL (SELECT h FROM loge.hold AS h
        WHERE h.house = me.house AND h.id = r.id OFFSET 0) AS o (q));
    past.sales := ARRAY(SELECT q FROM unnest(c.sales) AS r, LATERAL (SELECT h FROM loge.sale AS h
        WHERE h.house = me.house AND h.id = r.id OFFSET 0) AS o (q) WHERE r.version > 0);
    past.tickets := ARRAY(SELECT q FROM unnest(c.tickets) AS r, LATERAL (SELECT h FROM loge.ticket AS h
        WHERE h.house = me.house AND h.sale = r.sale AND h.id = r.id OFFSET 0) AS o (q)
        WHERE r.version > 0);
    past.shifts := ARRAY(SELECT q FROM unnest(c.shifts) AS r, LATERAL (SELECT h FROM loge.shift AS h
        WHERE h.house = me.house AND h.id = r.id OFFSET 0) AS o (q) WHERE r.version > 0);
    past.vouchers := ARRAY(SELECT q FROM unnest(c.vouchers) AS r, LATERAL (SELECT h FROM loge.voucher AS h
        WHERE h.house = me.house AND h.code = r.code OFFSET 0) AS o (q) WHERE r.version > 0);
    RETURN past;
END
$$;

-- Tills have clocks of their own.
CREATE FUNCTION loge.is_now(me loge.doer, at bigint) RETURNS boolean LANGUAGE sql IMMUTABLE
    RETURN at BETWEEN me.now_ms - :CLOCK_SLACK_MS AND me.now_ms + :CLOCK_SLACK_MS;

-- Half away from zero, as money_share() and money_tax_within() of src/base/money.c.
CREATE FUNCTION loge.ratio_of(amount bigint, part bigint, whole bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
    RETURN (2 * amount * part + whole) / (2 * whole);

-- ---- holds --------------------------------------------------------------------------------------

-- One that begins within the limits of its show (hold_decide_new). Small enough to be inlined in loge.hold.
CREATE FUNCTION loge.hold_fits(r loge.hold_row, w loge.show, now_ms bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
    SELECT r.created_at BETWEEN now_ms - :CLOCK_SLACK_MS AND now_ms + :CLOCK_SLACK_MS
        AND r.ceiling_at BETWEEN r.created_at AND r.created_at + w.ceiling_ms
        AND r.expires_at BETWEEN r.created_at AND r.ceiling_at
        AND r.paying_until BETWEEN 0 AND r.ceiling_at
        AND r.ended_at = 0 AND r.ending = :END_NONE AND r.sale IS NULL AND w.status = :SHOW_OPEN
$$;

CREATE FUNCTION loge.new_hold_fault(me loge.doer, c loge.changes) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT CASE WHEN r.till <> me.till THEN 'hold.till' WHEN f.fits THEN 'hold.source'
            ELSE 'hold.expires_at' END
        FROM unnest(c.new_holds) AS r
        CROSS JOIN LATERAL (SELECT coalesce(bool_and(loge.hold_fits(r, w, me.now_ms)), false) AS fits
            FROM loge.show AS w WHERE w.house = me.house AND w.no = r.show_no) AS f
        WHERE NOT f.fits OR r.till <> me.till OR (r.source = :SOURCE_WAITLIST AND NOT EXISTS (SELECT 1
            FROM unnest(c.waiters) AS q WHERE q.hold = r.id AND q.status = :WAIT_OFFERED))
        LIMIT 1);
END
$$;

-- One that is over stays so; its ceiling and where it came from never move.
CREATE FUNCTION loge.changed_hold_fault(me loge.doer, c loge.changes, past loge.past) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT f.fault
        FROM unnest(c.holds) AS r
        LEFT JOIN unnest(past.holds) AS o ON o.id = r.id
        CROSS JOIN LATERAL (SELECT CASE
            WHEN (o.status IN (:HOLD_ACTIVE, :HOLD_PAYING)) IS NOT TRUE THEN 'hold.status'
            WHEN r.ceiling_at <> o.ceiling_at THEN 'hold.ceiling_at'
            WHEN r.expires_at > o.ceiling_at AND r.expires_at <> o.expires_at THEN 'hold.expires_at'
            WHEN r.paying_until > o.ceiling_at THEN 'hold.paying_until'
            WHEN r.source <> o.source THEN 'hold.source'
            WHEN r.status = :HOLD_CONVERTED AND NOT EXISTS (SELECT 1 FROM unnest(c.sales) AS s
                WHERE s.id = r.sale) THEN 'hold.sale'
            WHEN r.status <> :HOLD_CONVERTED AND r.sale IS NOT NULL THEN 'hold.sale'
            END AS fault) AS f
        WHERE f.fault IS NOT NULL LIMIT 1);
END
$$;

-- A seat is kept for as long as its hold.
CREATE FUNCTION loge.held_seat_fault(me loge.doer, c loge.changes) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT 'seat.held_until'
        FROM unnest(c.steps) AS s
        CROSS JOIN LATERAL (SELECT h.expires_at FROM loge.hold AS h
            WHERE h.house = me.house AND h.id = s.holder OFFSET 0) AS h
        WHERE s.act IS NOT NULL AND s.became = :SEAT_HELD AND s.held_until <> h.expires_at
        LIMIT 1);
END
$$;

-- ---- tickets ------------------------------------------------------------------------------------

-- One that is sold now costs what its show says for the seat's class and its type (src/domain/price.c).
CREATE FUNCTION loge.sold_ticket_fault(me loge.doer, c loge.changes) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT f.fault
        FROM unnest(c.tickets) AS r
        CROSS JOIN LATERAL (SELECT w.fee, w.tax_bp, w.status, h.class_no, CASE r.type
                WHEN :TYPE_ADULT THEN p.adult WHEN :TYPE_CHILD THEN p.child
                WHEN :TYPE_SENIOR THEN p.senior WHEN :TYPE_STUDENT THEN p.student
                ELSE least(p.comp, 0) END AS price
            FROM loge.show AS w
            LEFT JOIN loge.hall_seat AS h ON h.house = w.house AND h.hall_no = w.hall_no
                AND h.seat_no = r.seat_no
            LEFT JOIN loge.price AS p ON p.house = w.house AND p.show_no = w.no AND p.class_no = h.class_no
            WHERE w.house = me.house AND w.no = r.show_no OFFSET 0) AS w
        CROSS JOIN LATERAL (SELECT CASE
            WHEN w.status <> :SHOW_OPEN THEN 'show.status'
            WHEN NOT loge.is_now(me, r.sold_at) THEN 'ticket.sold_at'
            WHEN r.sold_by <> me.name THEN 'ticket.sold_by'
            WHEN r.till <> me.till THEN 'ticket.till'
            WHEN r.class_no IS DISTINCT FROM w.class_no THEN 'ticket.class_no'
            WHEN r.price < 0 OR r.price IS DISTINCT FROM w.price THEN 'ticket.price'
            WHEN r.fee <> CASE WHEN r.price > r.discount THEN w.fee ELSE 0 END THEN 'ticket.fee'
            WHEN r.tax <> loge.ratio_of(r.total, w.tax_bp, 10000 + w.tax_bp) THEN 'ticket.tax'
            END AS fault) AS f
        WHERE r.version = 0 AND r.sold_at <> 0 AND f.fault IS NOT NULL LIMIT 1);
END
$$;

-- What becomes of an old one: it ends once, now, and by whoever acts.
CREATE FUNCTION loge.ended_ticket_fault(me loge.doer, c loge.changes, past loge.past) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT f.fault
        FROM unnest(c.tickets) AS r
        LEFT JOIN unnest(past.tickets) AS o ON o.sale = r.sale AND o.id = r.id
        CROSS JOIN LATERAL (SELECT CASE
            WHEN r.version = 0 AND (r.status <> :TICKET_VALID OR r.late <> 0 OR r.kept <> 0
                OR (r.ended_at, r.ended_by, r.ended_till) <> (0, '', '')) THEN 'ticket.status'
            WHEN r.version = 0 THEN NULL
            WHEN (o.status = :TICKET_VALID AND r.status <> :TICKET_VALID) IS NOT TRUE THEN 'ticket.status'
            WHEN r.late <> o.late THEN 'ticket.late'
            WHEN (r.ended_at, r.ended_by, r.ended_till) = (0, '', '') AND r.status <> :TICKET_REFUNDED
                THEN NULL -- replaced for nothing: reports go by the one that ends last
            WHEN NOT loge.is_now(me, r.ended_at) THEN 'ticket.ended_at'
            WHEN r.ended_by <> me.name THEN 'ticket.ended_by'
            WHEN r.ended_till <> me.till THEN 'ticket.ended_till'
            END AS fault) AS f
        WHERE f.fault IS NOT NULL LIMIT 1);
END
$$;

-- A ticket that is replaced has one successor in its order, one generation on; and what replaces it for
-- nothing (sold_at 0: reprint, swap) is the same ticket again.
CREATE FUNCTION loge.successor_fault(me loge.doer, c loge.changes, past loge.past) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    gone loge.ticket[] := ARRAY(SELECT o FROM unnest(c.tickets) AS r
        JOIN unnest(past.tickets) AS o ON o.sale = r.sale AND o.id = r.id
        WHERE r.status IN (:TICKET_EXCHANGED, :TICKET_REPRINTED));
BEGIN
    IF EXISTS (SELECT o.sale, o.generation + 1 FROM unnest(gone) AS o
            EXCEPT ALL SELECT r.sale, r.generation FROM unnest(c.tickets) AS r WHERE r.version = 0)
            OR EXISTS (SELECT r.sale, r.generation FROM unnest(c.tickets) AS r
                WHERE r.version = 0 AND r.generation <> 1
            EXCEPT ALL SELECT o.sale, o.generation + 1 FROM unnest(gone) AS o) THEN
        RETURN 'ticket.generation';
    END IF;
    IF EXISTS (SELECT r.sale, r.show_no, r.type, r.class_no, r.generation, r.price, r.discount, r.fee, r.tax,
                r.total, r.sold_by, r.till
            FROM unnest(c.tickets) AS r WHERE r.version = 0 AND r.sold_at = 0
            EXCEPT ALL
            SELECT o.sale, o.show_no, o.type, o.class_no, o.generation + 1, o.price, o.discount, o.fee, o.tax,
                o.total, o.sold_by, o.till
            FROM unnest(gone) AS o) THEN
        RETURN 'ticket.sold_at';
    END IF;
    IF me.may & :ROLE_BITS_OFFICE = 0 AND EXISTS (SELECT r.sale FROM unnest(c.tickets) AS r
            WHERE r.version = 0 AND r.type = :TYPE_COMP
            EXCEPT ALL SELECT o.sale FROM unnest(gone) AS o WHERE o.type = :TYPE_COMP) THEN
        RETURN 'ticket.type';
    END IF;
    RETURN NULL;
END
$$;

-- A discount by hand is within the role's right; the rest is a voucher's, and counted with it.
CREATE FUNCTION loge.discount_fault(me loge.doer, c loge.changes, past loge.past) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    v loge.voucher_row;
    gives bigint := 0;
    share integer := CASE WHEN me.may & :ROLE_BITS_OFFICE <> 0 THEN 10000
        WHEN me.may & :ROLE_BIT_CLERK <> 0 THEN :DISCOUNT_CLERK_MAX ELSE 0 END;
BEGIN
    SELECT r.* INTO v FROM unnest(c.vouchers) AS r JOIN unnest(past.vouchers) AS o ON o.code = r.code
    WHERE r.kind <> :VOUCHER_GIFT AND r.used > o.used;
    IF FOUND THEN
        gives := v.used - (SELECT o.used FROM unnest(past.vouchers) AS o WHERE o.code = v.code);
    END IF;
    RETURN (SELECT 'ticket.discount'
        FROM (SELECT r.sale, r.discount, loge.ratio_of(r.price, share, 10000) AS by_hand, CASE v.kind
                WHEN :VOUCHER_PERCENT THEN loge.ratio_of(r.price, v.value, 10000)
                ELSE coalesce(v.value, 0) END AS by_voucher
            FROM unnest(c.tickets) AS r WHERE r.version = 0 AND r.sold_at <> 0) AS q
        HAVING bool_or(q.discount NOT BETWEEN 0 AND q.by_hand + q.by_voucher)
            OR sum(q.discount) > sum(q.by_hand) + gives OR gives > sum(q.discount));
END
$$;

-- ---- orders and their money ---------------------------------------------------------------------

-- Money moves in the open shift of the till where it is taken; what the house's payment provider gives
-- back, and what a client of the service pays, moves in none.
CREATE FUNCTION loge.payment_fault(me loge.doer, c loge.changes) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT f.fault
        FROM unnest(c.payments) AS r
        LEFT JOIN LATERAL (SELECT q.till, q.closed_at, q.staff FROM loge.shift AS q
            WHERE q.house = me.house AND q.id = r.shift OFFSET 0) AS p ON true
        CROSS JOIN LATERAL (SELECT CASE
            WHEN NOT EXISTS (SELECT 1 FROM unnest(c.sales) AS s WHERE s.id = r.sale) THEN 'payment.sale'
            WHEN r.amount = 0 THEN 'payment.amount'
            WHEN r.shift IS NULL AND me.may & :ROLE_BIT_SERVICE = 0
                AND NOT (r.amount < 0 AND r.tender = :TENDER_CARD AND r.auth ~ '^[0-9a-f]{31}$')
                THEN 'payment.shift'
            WHEN r.shift IS NOT NULL AND (p.till = me.till AND p.closed_at = 0) IS NOT TRUE
                THEN 'payment.shift'
            WHEN (r.tender = :TENDER_VOUCHER) <> (r.voucher <> '') THEN 'payment.voucher'
            WHEN r.tender = :TENDER_CASH AND r.amount > 0 AND r.given < r.amount THEN 'payment.given'
            WHEN NOT loge.is_now(me, r.at) THEN 'payment.at'
            WHEN r.amount < 0 AND r.tender <> :TENDER_CASH AND (SELECT sum(q.amount) FROM loge.payment AS q
                WHERE q.house = me.house AND q.sale = r.sale AND (q.tender, q.auth, q.voucher)
                    = (r.tender, r.auth, r.voucher)) < 0 THEN 'payment.tender'
            END AS fault) AS f
        WHERE f.fault IS NOT NULL LIMIT 1);
END
$$;

CREATE FUNCTION loge.new_sale_fault(me loge.doer, c loge.changes) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT f.fault
        FROM unnest(c.sales) AS r
        LEFT JOIN LATERAL (SELECT q.currency FROM loge.show AS q
            WHERE q.house = me.house AND q.no = r.show_no OFFSET 0) AS w ON true
        LEFT JOIN LATERAL (SELECT q.till, q.closed_at FROM loge.shift AS q
            WHERE q.house = me.house AND q.id = r.shift OFFSET 0) AS p ON true
        CROSS JOIN LATERAL (SELECT CASE
            WHEN r.till <> me.till THEN 'sale.till'
            WHEN r.status NOT IN (:SALE_PAID, :SALE_DUE) THEN 'sale.status'
            WHEN r.status = :SALE_DUE AND r.paid <> 0 THEN 'sale.paid'
            WHEN r.status = :SALE_PAID AND r.paid <> r.total THEN 'sale.paid'
            WHEN r.currency IS DISTINCT FROM w.currency THEN 'sale.currency'
            WHEN (p.till = me.till AND p.closed_at = 0) IS NOT TRUE
                AND (r.shift IS NOT NULL OR me.may & :ROLE_BIT_SERVICE = 0) THEN 'sale.shift'
            WHEN NOT loge.is_now(me, r.sold_at) THEN 'sale.sold_at'
            WHEN r.collected_at <> 0 AND (r.status = :SALE_DUE OR NOT loge.is_now(me, r.collected_at))
                THEN 'sale.collected_at'
            WHEN NOT EXISTS (SELECT 1 FROM unnest(c.tickets) AS t WHERE t.sale = r.id) THEN 'sale.tickets'
            END AS fault) AS f
        WHERE r.version = 0 AND f.fault IS NOT NULL LIMIT 1);
END
$$;

-- What was paid beyond the tickets (a mistake of the past, perhaps) does not change by this act, but for
-- the fees that it keeps. A reservation is paid whole or not at all.
CREATE FUNCTION loge.changed_sale_fault(me loge.doer, c loge.changes, past loge.past) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT f.fault
        FROM unnest(c.sales) AS r
        LEFT JOIN unnest(past.sales) AS o ON o.id = r.id
        CROSS JOIN LATERAL (SELECT coalesce(sum(t.kept), 0) AS kept, bool_or(t.status = :TICKET_REFUNDED) AS back
            FROM unnest(c.tickets) AS t WHERE t.sale = r.id AND t.version > 0) AS k
        CROSS JOIN LATERAL (SELECT CASE
            WHEN (o.sold_by = me.name OR me.may & :ROLE_BITS_OFFICE <> 0) IS NOT TRUE
                AND {owned sale r o} THEN 'sale.name'
            WHEN r.hold IS DISTINCT FROM o.hold THEN 'sale.hold'
            WHEN r.show_no <> o.show_no AND NOT EXISTS (SELECT 1 FROM unnest(c.tickets) AS t
                WHERE t.sale = r.id AND t.version = 0 AND t.show_no = r.show_no) THEN 'sale.show_no'
            WHEN r.collected_at <> o.collected_at AND (o.collected_at <> 0 OR r.status = :SALE_DUE
                OR NOT loge.is_now(me, r.collected_at)) THEN 'sale.collected_at'
            WHEN o.status = :SALE_REFUNDED THEN 'sale.status'
            WHEN r.status = :SALE_DUE AND o.status <> :SALE_DUE THEN 'sale.status'
            WHEN r.status = :SALE_PAID AND o.status = :SALE_PART_REFUNDED THEN 'sale.status'
            WHEN r.status IN (:SALE_PART_REFUNDED, :SALE_REFUNDED) AND r.status <> o.status
                AND k.back IS NOT TRUE THEN 'sale.status'
            WHEN k.back AND r.status <> :SALE_REFUNDED AND NOT EXISTS (SELECT 1 FROM loge.ticket AS t
                WHERE t.house = me.house AND t.sale = r.id AND t.status = :TICKET_VALID) THEN 'sale.status'
            WHEN o.status = :SALE_DUE AND r.paid <> CASE r.status WHEN :SALE_PAID THEN r.total ELSE o.paid END
                THEN 'sale.paid'
            WHEN o.status <> :SALE_DUE AND (r.paid - r.total) - (o.paid - o.total) <> k.kept
                THEN 'sale.paid'
            END AS fault) AS f
        WHERE r.version > 0 AND f.fault IS NOT NULL LIMIT 1);
END
$$;

-- The books of every order, ticket and voucher the act touched (the views above).
CREATE FUNCTION loge.books_fault(me loge.doer, c loge.changes) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN coalesce(
        (SELECT f.fault FROM (SELECT r.sale FROM unnest(c.tickets) AS r UNION SELECT r.id FROM unnest(c.sales) AS r)
            AS q CROSS JOIN LATERAL (SELECT v.fault FROM loge.order_fault AS v
                WHERE v.house = me.house AND v.id = q.sale OFFSET 0) AS f WHERE f.fault IS NOT NULL LIMIT 1),
        (SELECT f.fault FROM unnest(c.tickets) AS r CROSS JOIN LATERAL (SELECT v.fault
                FROM loge.ticket_fault AS v WHERE v.house = me.house AND v.sale = r.sale AND v.id = r.id
                OFFSET 0) AS f WHERE f.fault IS NOT NULL LIMIT 1));
END
$$;

-- ---- vouchers -----------------------------------------------------------------------------------

-- A voucher is used up by what this act's rows say, and by nothing else: a gift by its payments, another
-- one by discounts. Whoever uses one may do so (voucher_check). spent: the payments by voucher.
CREATE FUNCTION loge.voucher_use_fault(me loge.doer, c loge.changes, past loge.past) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM unnest(c.payments) AS p WHERE p.tender = :TENDER_VOUCHER AND NOT EXISTS (SELECT 1
            FROM unnest(c.vouchers) AS r WHERE r.code = p.voucher AND r.version > 0)) THEN
        RETURN 'payment.voucher';
    END IF;
    RETURN (SELECT f.fault
        FROM unnest(c.vouchers) AS r
        LEFT JOIN unnest(past.vouchers) AS o ON o.code = r.code
        LEFT JOIN LATERAL (SELECT v.fault FROM loge.voucher_fault AS v
            WHERE v.house = me.house AND v.code = r.code OFFSET 0) AS b ON true
        CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount), 0) AS paid FROM unnest(c.payments) AS p
            WHERE p.voucher = r.code) AS s
        CROSS JOIN LATERAL (SELECT coalesce(sum(t.discount), 0) AS off, count(DISTINCT t.sale) AS orders
            FROM unnest(c.tickets) AS t WHERE t.version = 0 AND t.sold_at <> 0) AS d
        CROSS JOIN LATERAL (SELECT CASE
            WHEN r.version = 0 THEN CASE WHEN r.used <> 0 OR r.uses <> 0 THEN 'voucher.used' END
            WHEN r.kind = :VOUCHER_GIFT AND r.used - o.used <> greatest(s.paid, -o.used) THEN 'voucher.used'
            WHEN r.kind <> :VOUCHER_GIFT AND r.used - o.used NOT BETWEEN 0 AND d.off THEN 'voucher.used'
            WHEN r.uses - o.uses <> CASE WHEN r.kind = :VOUCHER_GIFT THEN (s.paid > 0)::integer
                ELSE least(d.orders, 1) END THEN 'voucher.uses'
            WHEN r.used > o.used AND (r.disabled OR me.now_ms < r.valid_from
                OR (r.valid_until > 0 AND me.now_ms >= r.valid_until)) THEN 'voucher.valid_until'
            WHEN r.used > o.used AND r.show_no IS NOT NULL AND c.sales IS NOT NULL AND NOT EXISTS (SELECT 1
                FROM unnest(c.sales) AS q
                WHERE q.show_no = r.show_no) THEN 'voucher.show_no'
            WHEN r.used > o.used OR r.uses > o.uses THEN b.fault
            END AS fault) AS f
        WHERE f.fault IS NOT NULL LIMIT 1);
END
$$;

-- ---- drawers ------------------------------------------------------------------------------------

CREATE FUNCTION loge.new_shift_fault(me loge.doer, c loge.changes) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT f.fault
        FROM unnest(c.shifts) AS r
        CROSS JOIN LATERAL (SELECT CASE
            WHEN r.till <> me.till THEN 'shift.till'
            WHEN r.closed_at <> 0 OR r.reason <> '' THEN 'shift.closed_at'
            WHEN (r.expected_cash, r.expected_card, r.expected_voucher, r.counted_cash, r.counted_card,
                r.counted_voucher) <> (0, 0, 0, 0, 0, 0) THEN 'shift.counted_cash'
            WHEN NOT loge.is_now(me, r.opened_at) THEN 'shift.opened_at'
            WHEN NOT EXISTS (SELECT 1 FROM loge.house AS q WHERE q.house = me.house AND q.currency = r.currency)
                AND NOT EXISTS (SELECT 1 FROM loge.show AS w WHERE w.house = me.house AND w.currency = r.currency)
                THEN 'shift.currency'
            END AS fault) AS f
        WHERE r.version = 0 AND f.fault IS NOT NULL LIMIT 1);
END
$$;

-- Its figures are the house's when it is closed, and that is once. Until then only money moves.
CREATE FUNCTION loge.changed_shift_fault(me loge.doer, c loge.changes, past loge.past) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT f.fault
        FROM unnest(c.shifts) AS r
        LEFT JOIN unnest(past.shifts) AS o ON o.id = r.id
        LEFT JOIN LATERAL (SELECT v.fault FROM loge.shift_fault AS v
            WHERE v.house = me.house AND v.id = r.id OFFSET 0) AS b ON true
        LEFT JOIN LATERAL (SELECT d.cash FROM loge.drawer AS d
            WHERE d.house = me.house AND d.id = r.id OFFSET 0) AS d ON true
        CROSS JOIN LATERAL (SELECT CASE
            WHEN o.closed_at IS DISTINCT FROM 0 THEN 'shift.closed_at'
            WHEN o.till <> me.till THEN 'shift.till'
            WHEN r.float_amount <> o.float_amount THEN 'shift.float_amount'
            WHEN r.closed_at <> 0 AND NOT loge.is_now(me, r.closed_at) THEN 'shift.closed_at'
            WHEN r.closed_at <> 0 AND r.counted_cash < 0 THEN 'shift.counted_cash'
            WHEN r.closed_at = 0 AND ((r.expected_cash, r.expected_card, r.expected_voucher, r.counted_cash,
                r.counted_card, r.counted_voucher) <> (0, 0, 0, 0, 0, 0) OR r.reason <> '')
                THEN 'shift.counted_cash'
            WHEN r.closed_at = 0 AND d.cash < 0 AND EXISTS (SELECT 1 FROM unnest(c.moves) AS m
                WHERE m.shift = r.id AND m.kind <> :MOVE_PAID_IN) THEN 'move.amount'
            ELSE b.fault
            END AS fault) AS f
        WHERE r.version > 0 AND f.fault IS NOT NULL LIMIT 1);
END
$$;

-- Money that moves without an order takes its shift's row along (shift_decide_move).
CREATE FUNCTION loge.move_fault(me loge.doer, c loge.changes) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT CASE WHEN s.id IS NULL THEN 'move.shift' ELSE 'move.at' END
        FROM unnest(c.moves) AS r
        LEFT JOIN unnest(c.shifts) AS s ON s.id = r.shift
        WHERE s.id IS NULL OR NOT loge.is_now(me, r.at)
        LIMIT 1);
END
$$;

-- ---- the log ------------------------------------------------------------------------------------

-- A line is about something the act did.
CREATE FUNCTION loge.note_fault(me loge.doer, a loge.act, c loge.changes) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT 'note.act' FROM unnest(c.notes) AS r
        WHERE (CASE
            WHEN r.act = :ACT_SHIFT_OPEN THEN EXISTS (SELECT 1 FROM unnest(c.shifts) AS q
                WHERE q.id = r.subject AND q.version = 0)
            WHEN r.act = :ACT_SHIFT_CLOSE THEN EXISTS (SELECT 1 FROM unnest(c.shifts) AS q
                WHERE q.id = r.subject AND q.closed_at > 0)
            WHEN r.act = :ACT_SHIFT_MOVE THEN EXISTS (SELECT 1 FROM unnest(c.moves) AS q
                WHERE q.shift = r.subject)
            WHEN r.act = :ACT_PAY THEN EXISTS (SELECT 1 FROM unnest(c.payments) AS q WHERE q.sale = r.subject)
            WHEN r.act = :ACT_COLLECT THEN EXISTS (SELECT 1 FROM unnest(c.sales) AS q WHERE q.id = r.subject)
            WHEN r.act = :ACT_REPRINT THEN EXISTS (SELECT 1 FROM unnest(c.tickets) AS q
                WHERE q.sale = r.subject AND q.version = 0)
            WHEN r.act = :ACT_CUSTOMER THEN EXISTS (SELECT 1 FROM unnest(c.customers) AS q
                WHERE q.id = r.subject)
            WHEN r.act IN (:ACT_WAIT_JOIN, :ACT_WAIT_LEAVE, :ACT_WAIT_SERVE) THEN EXISTS (SELECT 1
                FROM unnest(c.waiters) AS q WHERE q.id = r.subject)
            WHEN r.act = :ACT_VOUCHER THEN c.vouchers IS NOT NULL
            WHEN r.act = :ACT_LEND THEN c.loans IS NOT NULL
            WHEN r.act = :ACT_STAFF THEN c.people IS NOT NULL
            WHEN r.act IN (:ACT_SHOW_ADD, :ACT_SHOW_STATUS, :ACT_PLAN_IMPORT)
                THEN c.shows IS NOT NULL OR c.halls IS NOT NULL
            ELSE me.may & :ROLE_BIT_SERVICE <> 0 OR c.steps IS NOT NULL END) IS NOT TRUE
        LIMIT 1);
END
$$;

-- ---- all of them --------------------------------------------------------------------------------

-- Refused as no answer of this is: the program never sends such an act. Which row and column it was is for the
-- logs, of the server and of the program (pg_log_wall), and for nobody who asks.
CREATE FUNCTION loge.expect_no_fault(fault text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF fault IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = (:ANSWER_NOT_ALLOWED)::text,
            DETAIL = fault || ' is not what it has to be', TABLE = split_part(fault, '.', 1),
            COLUMN = split_part(fault, '.', 2);
    END IF;
END
$$;

-- Of an order, when all is written.
CREATE FUNCTION loge.sale_fault(me loge.doer, c loge.changes, past loge.past) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    fault text;
BEGIN
    IF c.tickets IS NOT NULL THEN
        fault := coalesce(loge.sold_ticket_fault(me, c), loge.ended_ticket_fault(me, c, past),
            loge.successor_fault(me, c, past), loge.discount_fault(me, c, past));
    END IF;
    IF fault IS NULL AND c.sales IS NOT NULL THEN
        fault := coalesce(loge.new_sale_fault(me, c), loge.changed_sale_fault(me, c, past));
    END IF;
    RETURN coalesce(fault, loge.payment_fault(me, c), loge.books_fault(me, c));
END
$$;

-- After an act about a bag: its fee is money like an order's.
CREATE FUNCTION loge.expect_bag_truths(me loge.doer, c loge.changes, checkins loge.checkin_row[],
    past loge.past) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    c.payments := ARRAY(SELECT ROW(r.ticket, r.ticket, r.shift, r.tender, r.paid, r.given, r.auth, r.voucher, '',
        r.at, 0)::loge.payment_row FROM unnest(checkins) AS r WHERE r.paid > 0);
    PERFORM loge.expect_no_fault((SELECT 'checkin.till' FROM unnest(checkins) AS r
        WHERE r.till <> me.till LIMIT 1));
    PERFORM loge.expect_no_fault((SELECT 'checkin.shift' FROM unnest(c.payments) AS r
        WHERE r.shift IS NOT NULL AND NOT EXISTS (SELECT 1 FROM loge.shift AS s
            WHERE s.house = me.house AND s.id = r.shift AND s.till = me.till) LIMIT 1));
    PERFORM loge.expect_no_fault(coalesce(loge.voucher_use_fault(me, c, past), loge.new_shift_fault(me, c),
        loge.changed_shift_fault(me, c, past)));
END
$$;

-- After an act by a person at the house. Each kind of row pays for its own truths.
CREATE FUNCTION loge.expect_truths(me loge.doer, a loge.act, c loge.changes, past loge.past) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF c.new_holds IS NOT NULL THEN
        PERFORM loge.expect_no_fault(loge.new_hold_fault(me, c));
    END IF;
    IF c.holds IS NOT NULL THEN
        PERFORM loge.expect_no_fault(loge.changed_hold_fault(me, c, past));
    END IF;
    IF c.new_holds IS NOT NULL OR c.holds IS NOT NULL THEN
        PERFORM loge.expect_no_fault(loge.held_seat_fault(me, c));
    END IF;
    IF num_nonnulls(c.sales, c.tickets, c.payments) > 0 THEN
        PERFORM loge.expect_no_fault(loge.sale_fault(me, c, past));
    END IF;
    IF c.vouchers IS NOT NULL OR c.payments IS NOT NULL THEN
        PERFORM loge.expect_no_fault(loge.voucher_use_fault(me, c, past));
    END IF;
    IF c.waiters IS NOT NULL THEN
        PERFORM loge.expect_no_fault((SELECT 'waiter.till' FROM unnest(c.waiters) AS r
            WHERE r.version = 0 AND r.till <> me.till LIMIT 1));
    END IF;
    IF c.shifts IS NOT NULL OR c.moves IS NOT NULL THEN
        PERFORM loge.expect_no_fault(coalesce(loge.new_shift_fault(me, c),
            loge.changed_shift_fault(me, c, past), loge.move_fault(me, c)));
    END IF;
    PERFORM loge.expect_no_fault(loge.note_fault(me, a, c));
END
$$;

RESET ROLE;
GRANT SELECT ON loge.order_fault, loge.ticket_fault, loge.voucher_fault, loge.drawer, loge.shift_fault
    TO loge_fn, loge_supervisor, loge_manager, loge_service;
