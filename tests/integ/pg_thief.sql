-- What somebody writes who has stolen a password and knows the program's functions: acts in plain SQL,
-- for test_pg_thief.c. Each is honest as it stands; whoever calls it says with `but` what is not.
-- They run with the rights of the login that calls. Made by the superuser.

CREATE SCHEMA thief;
GRANT USAGE ON SCHEMA thief TO PUBLIC;

CREATE FUNCTION thief.name() RETURNS text LANGUAGE sql AS $$
    SELECT l.name FROM loge.login AS l WHERE l.login = session_user
$$;

CREATE FUNCTION thief.till() RETURNS text LANGUAGE sql AS $$
    SELECT 'till-of-' || thief.name()
$$;

CREATE FUNCTION thief.seat(of_label text) RETURNS integer LANGUAGE sql AS $$
    SELECT h.seat_no FROM loge.hall_seat AS h JOIN loge.show AS w ON w.hall_no = h.hall_no
    WHERE h.label = of_label
$$;

CREATE FUNCTION thief.seat_row(of_label text) RETURNS loge.show_seat LANGUAGE sql AS $$
    SELECT t FROM loge.show_seat AS t WHERE t.seat_no = thief.seat(of_label)
$$;

CREATE FUNCTION thief.id(of_what text) RETURNS uuid LANGUAGE sql AS $$
    SELECT md5(of_what)::uuid
$$;

CREATE FUNCTION thief.with_id(of_what text) RETURNS jsonb LANGUAGE sql AS $$
    SELECT jsonb_build_object('id', thief.id(of_what))
$$;

CREATE FUNCTION thief.header(act integer, but jsonb) RETURNS loge.act LANGUAGE sql AS $$
    SELECT jsonb_populate_record(NULL::loge.act, jsonb_build_object('key', gen_random_uuid(),
        'print', '\x' || repeat('ab', 32), 'act', act, 'actor', thief.name(), 'till', thief.till(),
        'actor_role', 1, 'approver', '', 'reason', 'a reason', 'note', '', 'answer', '{}',
        'address', '', 'client', '', 'shown',
        public.shown_of(coalesce(but->>'till', thief.till()))) || but)
$$;

-- An act of these rows: steps, new_holds, holds, notes, sales ... as loge.changes names them.
CREATE FUNCTION thief.act(act integer, rows jsonb, but jsonb DEFAULT '{}') RETURNS bigint LANGUAGE sql AS $$
    SELECT loge.apply((SELECT loge.schema()), thief.header(act, but),
        jsonb_populate_record(NULL::loge.changes, rows))
$$;

CREATE FUNCTION thief.note(act integer, subject uuid, note text) RETURNS jsonb LANGUAGE sql AS $$
    SELECT jsonb_build_object('notes', jsonb_build_array(jsonb_build_object('act', act, 'show_no', 0,
        'subject', subject, 'note', note)))
$$;

-- ---- holds --------------------------------------------------------------------------------------

CREATE FUNCTION thief.hold_row(of_id uuid, but jsonb) RETURNS jsonb LANGUAGE sql AS $$
    SELECT jsonb_build_object('id', of_id, 'version', 0, 'show_no', w.no, 'status', 0, 'ending', 0,
        'source', 0, 'holder', thief.name(), 'till', thief.till(), 'email', '',
        'created_at', loge.now_ms(), 'expires_at', loge.now_ms() + w.hold_ttl_ms,
        'ceiling_at', loge.now_ms() + w.ceiling_ms, 'ended_at', 0, 'paying_until', 0) || but
    FROM loge.show AS w
$$;

-- A seat into a new hold, as an act like any other.
CREATE FUNCTION thief.hold(of_label text, but jsonb DEFAULT '{}', of_id uuid DEFAULT gen_random_uuid(),
    step jsonb DEFAULT '{}') RETURNS bigint LANGUAGE sql AS $$
    SELECT thief.act(0, jsonb_build_object('new_holds', jsonb_build_array(r),
        'steps', jsonb_build_array(jsonb_build_object('n', 1, 'show_no', t.show_no,
            'seat_no', t.seat_no, 'seen', t.version, 'act', 0, 'was', t.status, 'became', 1,
            'holder', of_id, 'held_until', r->'expires_at', 'open_to', 0) || step)))
    FROM thief.hold_row(of_id, but) AS r, thief.seat_row(of_label) AS t
$$;

-- The same by the function for it.
CREATE FUNCTION thief.hold_fast(of_label text, but jsonb DEFAULT '{}') RETURNS bigint LANGUAGE sql AS $$
    SELECT loge.hold_seats((SELECT loge.schema()), thief.header(0, but), NULL, ARRAY[t.seat_no],
        ARRAY[t.version], ARRAY[1],
        jsonb_populate_record(NULL::loge.hold_row, thief.hold_row(gen_random_uuid(), but)))
    FROM thief.seat_row(of_label) AS t
$$;

-- The same at ben's own till, for a hold that names this one.
CREATE FUNCTION thief.hold_named(of_label text, of_till text, shown bytea) RETURNS bigint LANGUAGE sql AS $$
    SELECT loge.hold_seats((SELECT loge.schema()), thief.header(0, jsonb_build_object('shown', shown)),
        NULL, ARRAY[t.seat_no], ARRAY[t.version], ARRAY[1], jsonb_populate_record(NULL::loge.hold_row,
            thief.hold_row(gen_random_uuid(), jsonb_build_object('till', of_till))))
    FROM thief.seat_row(of_label) AS t
$$;

-- Time for a hold, with its seats.
CREATE FUNCTION thief.extend(of_hold uuid, but jsonb) RETURNS bigint LANGUAGE sql AS $$
    SELECT thief.act(1, jsonb_build_object('holds', jsonb_build_array(r), 'steps',
        (SELECT jsonb_agg(jsonb_build_object('n', q.n, 'show_no', q.show_no, 'seat_no', q.seat_no,
            'seen', q.version, 'act', 1, 'was', 1, 'became', 1, 'holder', of_hold, 'prior', of_hold,
            'held_until', r->'expires_at', 'open_to', 0))
        FROM (SELECT t.*, row_number() OVER (ORDER BY t.seat_no) AS n FROM loge.show_seat AS t
            WHERE t.holder = of_hold) AS q)))
    FROM (SELECT to_jsonb(h) || but AS r FROM loge.hold AS h WHERE h.id = of_hold) AS o
$$;

-- ---- orders -------------------------------------------------------------------------------------

CREATE FUNCTION thief.tax_in(gross bigint, bp integer) RETURNS bigint LANGUAGE sql AS $$
    SELECT (2 * gross * bp + 10000 + bp) / (2 * (10000 + bp))
$$;

CREATE FUNCTION thief.open_shift() RETURNS uuid LANGUAGE sql AS $$
    SELECT s.id FROM loge.shift AS s WHERE s.till = thief.till() AND s.closed_at = 0
$$;

-- What the house would charge for a seat, as a ticket of this order.
CREATE FUNCTION thief.ticket_row(of_sale uuid, t loge.show_seat, of_type integer) RETURNS jsonb
LANGUAGE sql AS $$
    SELECT jsonb_build_object('sale', of_sale, 'id', gen_random_uuid(), 'version', 0,
        'code', 'T-' || upper(substr(md5(random()::text), 1, 10)), 'show_no', t.show_no,
        'seat_no', t.seat_no, 'status', 0, 'type', of_type, 'class_no', h.class_no, 'generation', 1,
        'price', q.price, 'discount', 0, 'fee', q.fee, 'tax', thief.tax_in(q.price + q.fee, w.tax_bp),
        'total', q.price + q.fee, 'sold_at', loge.now_ms(), 'sold_by', thief.name(),
        'till', thief.till(), 'ended_at', 0, 'ended_by', '', 'ended_till', '', 'kept', 0, 'late', 0)
    FROM loge.show AS w
    JOIN loge.hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = t.seat_no
    JOIN loge.price AS p ON p.show_no = w.no AND p.class_no = h.class_no,
        LATERAL (SELECT (ARRAY[p.adult, p.child, p.senior, p.student, p.comp])[of_type + 1] AS price,
            CASE WHEN of_type < 4 THEN w.fee ELSE 0 END AS fee) AS q
    WHERE w.no = t.show_no
$$;

-- Recounts what follows from price and discount, unless the thief says otherwise.
CREATE FUNCTION thief.repriced(ticket jsonb, but jsonb) RETURNS jsonb LANGUAGE sql AS $$
    SELECT ticket || but || jsonb_build_object('fee', f.fee, 'total', f.total,
        'tax', thief.tax_in(f.total, w.tax_bp)) || but
    FROM loge.show AS w, LATERAL (SELECT (ticket || but) AS r) AS o,
        LATERAL (SELECT (r->>'price')::bigint - (r->>'discount')::bigint AS net) AS n,
        LATERAL (SELECT CASE WHEN but ? 'fee' THEN (but->>'fee')::bigint WHEN net > 0 THEN w.fee ELSE 0 END AS fee) AS e,
        LATERAL (SELECT e.fee, net + e.fee AS total) AS f
$$;

-- A hold is sold for cash. ticket, sale, payment: what is not as it should be; rows: what goes along.
CREATE FUNCTION thief.sell(of_hold uuid, ticket jsonb DEFAULT '{}', sale jsonb DEFAULT '{}',
    payment jsonb DEFAULT '{}', rows jsonb DEFAULT '{}', but jsonb DEFAULT '{}',
    of_type integer DEFAULT 0) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    h loge.hold := (SELECT q FROM loge.hold AS q WHERE q.id = of_hold);
    of_sale uuid := coalesce((sale->>'id')::uuid, gen_random_uuid());
    tickets jsonb := (SELECT jsonb_agg(thief.repriced(thief.ticket_row(of_sale, t, of_type), ticket))
        FROM loge.show_seat AS t WHERE t.holder = of_hold);
    sum bigint := (SELECT sum((r->>'total')::bigint) FROM jsonb_array_elements(tickets) AS r);
    all_rows jsonb;
BEGIN
    all_rows := jsonb_build_object('tickets', tickets,
        'holds', jsonb_build_array(to_jsonb(h) || jsonb_build_object('status', 2, 'sale', of_sale,
            'ended_at', loge.now_ms())),
        'steps', (SELECT jsonb_agg(jsonb_build_object('n', q.n, 'show_no', q.show_no,
                'seat_no', q.seat_no, 'seen', q.version, 'act', 2, 'was', 1, 'became', 2,
                'holder', of_sale, 'prior', of_hold, 'held_until', 0, 'open_to', 0))
            FROM (SELECT t.*, row_number() OVER (ORDER BY t.seat_no) AS n FROM loge.show_seat AS t
                WHERE t.holder = of_hold) AS q),
        'sales', jsonb_build_array(jsonb_build_object('id', of_sale, 'version', 0,
            'code', 'B-' || upper(substr(md5(random()::text), 1, 8)), 'show_no', h.show_no,
            'status', 0, 'hold', of_hold, 'shift', thief.open_shift(), 'name', 'A Guest',
            'email', '', 'currency', 'EUR', 'total', sum, 'paid', sum, 'sold_by', thief.name(),
            'till', thief.till(), 'sold_at', loge.now_ms(), 'collected_at', loge.now_ms()) || sale));
    IF sum > 0 AND NOT sale @> '{"status": 1}' THEN
        all_rows := all_rows || jsonb_build_object('payments', jsonb_build_array(jsonb_build_object(
            'sale', of_sale, 'id', gen_random_uuid(), 'shift', thief.open_shift(), 'tender', 0,
            'amount', sum, 'given', sum, 'auth', '', 'voucher', '', 'reason', '',
            'at', loge.now_ms(), 'late_at', 0) || payment));
    END IF;
    RETURN thief.act(2, all_rows || rows, but);
END
$$;

-- Cash for an order, or out of the drawer for it.
CREATE FUNCTION thief.money(of_sale uuid, amount bigint) RETURNS jsonb LANGUAGE sql AS $$
    SELECT jsonb_build_array(jsonb_build_object('sale', of_sale, 'id', gen_random_uuid(),
        'shift', thief.open_shift(), 'tender', 0, 'amount', amount, 'given', greatest(0, amount),
        'auth', '', 'voucher', '', 'reason', 'a reason', 'at', loge.now_ms(), 'late_at', 0))
$$;

-- The tickets of an order go back, and its money by cash.
CREATE FUNCTION thief.refund(of_sale uuid, act integer DEFAULT 9, ticket jsonb DEFAULT '{}',
    sale jsonb DEFAULT '{}', payment jsonb DEFAULT '{}', but jsonb DEFAULT '{}') RETURNS bigint
LANGUAGE sql AS $$
    SELECT thief.act(act, jsonb_build_object(
        'tickets', (SELECT jsonb_agg(to_jsonb(t) || jsonb_build_object('status',
                CASE act WHEN 9 THEN 1 ELSE 2 END, 'ended_at', loge.now_ms(),
                'ended_by', thief.name(), 'ended_till', coalesce(but->>'till', thief.till())) || ticket)
            FROM loge.ticket AS t WHERE t.sale = of_sale AND t.status = 0),
        'steps', (SELECT jsonb_agg(jsonb_build_object('n', q.n, 'show_no', q.show_no,
                'seat_no', q.seat_no, 'seen', q.version, 'act', act, 'was', 2, 'became', 0,
                'prior', of_sale, 'held_until', 0, 'open_to', 0))
            FROM (SELECT t.*, row_number() OVER (ORDER BY t.seat_no) AS n FROM loge.show_seat AS t
                WHERE t.holder = of_sale) AS q),
        'sales', jsonb_build_array(to_jsonb(s) || '{"status": 3, "total": 0, "paid": 0}' || sale),
        'payments', jsonb_build_array(jsonb_build_object('sale', of_sale, 'id', gen_random_uuid(),
            'shift', thief.open_shift(), 'tender', 0, 'amount', -s.total, 'given', 0, 'auth', '',
            'voucher', '', 'reason', 'a reason', 'at', loge.now_ms(), 'late_at', 0) || payment)), but)
    FROM loge.sale AS s WHERE s.id = of_sale
$$;

-- An adult's ticket is exchanged for a child's at the same seat, and the difference goes back by cash.
CREATE FUNCTION thief.cheapen(of_sale uuid) RETURNS bigint LANGUAGE sql AS $$
    SELECT thief.act(10, thief.note(24, of_sale, '') || jsonb_build_object(
        'tickets', jsonb_build_array(to_jsonb(t) || jsonb_build_object('status', 2,
            'ended_at', loge.now_ms(), 'ended_by', thief.name(), 'ended_till', thief.till()),
            f.ticket || '{"generation": 2}'),
        'sales', jsonb_build_array(to_jsonb(s) || jsonb_build_object('total', f.ticket->'total',
            'paid', f.ticket->'total')),
        'payments', thief.money(of_sale, (f.ticket->>'total')::bigint - t.total)))
    FROM loge.sale AS s
    JOIN loge.ticket AS t ON t.sale = s.id AND t.status = 0,
        LATERAL (SELECT thief.ticket_row(s.id, q, 1) AS ticket FROM loge.show_seat AS q
            WHERE q.show_no = t.show_no AND q.seat_no = t.seat_no) AS f
    WHERE s.id = of_sale
$$;

-- Money for an order whose row is not in the act.
CREATE FUNCTION thief.pay(of_sale uuid, amount bigint) RETURNS bigint LANGUAGE sql AS $$
    SELECT thief.act(24, thief.note(24, of_sale, '') || jsonb_build_object('payments',
        thief.money(of_sale, amount)))
$$;

-- An order's row as it stands, but for this; with a line in the log about it.
CREATE FUNCTION thief.rewrite_sale(of_sale uuid, sale jsonb, act integer DEFAULT 25) RETURNS bigint
LANGUAGE sql AS $$
    SELECT thief.act(act, jsonb_build_object('sales', jsonb_build_array(to_jsonb(s) || sale),
        'notes', jsonb_build_array(jsonb_build_object('act', act, 'show_no', s.show_no,
            'subject', s.id, 'note', ''))))
    FROM loge.sale AS s WHERE s.id = of_sale
$$;

-- ---- drawers ------------------------------------------------------------------------------------

CREATE FUNCTION thief.start_shift(but jsonb DEFAULT '{}', at jsonb DEFAULT '{}') RETURNS bigint LANGUAGE sql AS $$
    SELECT thief.act(11, jsonb_build_object('shifts', jsonb_build_array(jsonb_build_object('id', id,
            'version', 0, 'till', coalesce(at->>'till', thief.till()), 'staff', thief.name(), 'opened_at', loge.now_ms(),
            'closed_at', 0, 'float_amount', 10000, 'currency', 'EUR', 'expected_cash', 0,
            'expected_card', 0, 'expected_voucher', 0, 'counted_cash', 0, 'counted_card', 0,
            'counted_voucher', 0, 'reason', '') || but),
        'notes', jsonb_build_array(jsonb_build_object('act', 11, 'show_no', 0, 'subject', id,
            'note', ''))), at)
    FROM gen_random_uuid() AS id
$$;

-- A shift's row as the program reads it: its version counts what is in it.
CREATE FUNCTION thief.shift_row(of_shift uuid, but jsonb) RETURNS jsonb LANGUAGE sql AS $$
    SELECT to_jsonb(s) || jsonb_build_object('version', s.version + (SELECT count(*)
        FROM loge.payment AS p WHERE p.shift = s.id)) || but
    FROM loge.shift AS s WHERE s.id = of_shift
$$;

CREATE FUNCTION thief.shift_act(act integer, of_shift uuid, shift jsonb, moves jsonb DEFAULT NULL,
    but jsonb DEFAULT '{}') RETURNS bigint LANGUAGE sql AS $$
    SELECT thief.act(act, jsonb_build_object('shifts', jsonb_build_array(thief.shift_row(of_shift, shift)),
            'notes', jsonb_build_array(jsonb_build_object('act', act, 'show_no', 0,
                'subject', of_shift, 'note', '')))
        || CASE WHEN moves IS NULL THEN '{}' ELSE jsonb_build_object('moves', jsonb_build_array(
            jsonb_build_object('shift', of_shift, 'id', gen_random_uuid(), 'kind', 2, 'amount', 5000,
                'reason', 'a reason', 'at', loge.now_ms()) || moves)) END, but)
$$;

-- What the drawer holds by the house's books.
CREATE FUNCTION thief.cash_in(of_shift uuid) RETURNS bigint LANGUAGE sql AS $$
    SELECT s.float_amount
        + coalesce((SELECT sum(p.amount) FROM loge.payment AS p WHERE p.shift = s.id AND p.tender = 0), 0)
        + coalesce((SELECT sum(CASE m.kind WHEN 1 THEN m.amount ELSE -m.amount END)
            FROM loge.shift_move AS m WHERE m.shift = s.id), 0)
    FROM loge.shift AS s WHERE s.id = of_shift
$$;

CREATE FUNCTION thief.close_shift(of_shift uuid, shift jsonb DEFAULT '{}', but jsonb DEFAULT '{}')
RETURNS bigint LANGUAGE sql AS $$
    SELECT thief.shift_act(13, of_shift, jsonb_build_object('closed_at', loge.now_ms(),
        'expected_cash', thief.cash_in(of_shift), 'counted_cash', thief.cash_in(of_shift),
        'reason', 'a reason') || shift, NULL, but)
$$;

CREATE FUNCTION thief.shift_of(of_name text) RETURNS uuid LANGUAGE sql AS $$
    SELECT s.id FROM loge.shift AS s WHERE s.staff = of_name AND s.closed_at = 0
$$;

CREATE FUNCTION thief.old_shift() RETURNS uuid LANGUAGE sql AS $$
    SELECT s.id FROM loge.shift AS s WHERE s.closed_at > 0
$$;

-- ---- others -------------------------------------------------------------------------------------

CREATE FUNCTION thief.block(of_label text, channels integer) RETURNS bigint LANGUAGE sql AS $$
    SELECT thief.act(7, jsonb_build_object('steps', jsonb_build_array(jsonb_build_object('n', 1,
        'show_no', t.show_no, 'seat_no', t.seat_no, 'seen', t.version, 'act', 7, 'was', 0,
        'became', 3, 'held_until', 0, 'open_to', channels))))
    FROM thief.seat_row(of_label) AS t
$$;

-- Seats that are blocked, as rows of an act.
CREATE FUNCTION thief.blocked(labels text[]) RETURNS jsonb LANGUAGE sql AS $$
    SELECT jsonb_build_object('steps', jsonb_agg(jsonb_build_object('n', n, 'show_no', t.show_no,
        'seat_no', t.seat_no, 'seen', t.version, 'act', 7, 'was', 0, 'became', 3, 'held_until', 0,
        'open_to', 0)))
    FROM unnest(labels) WITH ORDINALITY AS l (label, n), thief.seat_row(l.label) AS t
$$;

-- Signs for an act of these rows by the clerk ben.
CREATE FUNCTION thief.sign(act integer, rows jsonb, but jsonb DEFAULT '{}') RETURNS void LANGUAGE sql AS $$
    SELECT loge.approve((SELECT loge.schema()), thief.header(act, '{"actor": "ben", "till": "till-of-ben",
        "approver": "mark"}' || but), ROW(jsonb_populate_record(NULL::loge.changes, rows),
        NULL::loge.conflict_row[])::text)
$$;

-- Who acts, as the program that counts wrong PINs has that row.
CREATE FUNCTION thief.person() RETURNS jsonb LANGUAGE sql SECURITY DEFINER AS $$
    SELECT to_jsonb(s) FROM loge.staff AS s JOIN loge.login AS l ON l.house = s.house AND l.name = s.name
    WHERE l.login = session_user
$$;

CREATE FUNCTION thief.staff(but jsonb) RETURNS bigint LANGUAGE sql AS $$
    SELECT thief.act(17, thief.note(17, thief.id('staff'), '')
        || jsonb_build_object('people', jsonb_build_array(thief.person() || but)))
$$;

CREATE FUNCTION thief.voucher(of_code text, but jsonb) RETURNS jsonb LANGUAGE sql AS $$
    SELECT jsonb_build_object('vouchers', jsonb_build_array(to_jsonb(v) || but))
    FROM loge.voucher AS v WHERE v.code = of_code
$$;

-- A scan that let nobody in, at this till.
CREATE FUNCTION thief.scan(but jsonb DEFAULT '{}', scan jsonb DEFAULT '{}') RETURNS bigint LANGUAGE sql AS $$
    SELECT loge.apply_door((SELECT loge.schema()), a, NULL, NULL,
        ARRAY[jsonb_populate_record(NULL::loge.scan_row, jsonb_build_object('id', gen_random_uuid(),
            'at', loge.now_ms(), 'show_no', w.no, 'gate', 1, 'code', 12, 'overridden', 0,
            'leaving', false, 'label', '', 'till', a.till, 'actor', thief.name(), 'approver', '',
            'reason', '') || scan)],
        ARRAY[ROW(28, w.no, gen_random_uuid(), '')::loge.note_row])
    FROM loge.show AS w, thief.header(28, but) AS a
$$;

-- What a web service had kept of a payment.
CREATE FUNCTION thief.payment_back(shown bytea) RETURNS void LANGUAGE sql AS $$
    SELECT loge.intent_back('1:1', shown, jsonb_populate_record(NULL::loge.intent_row,
            jsonb_build_object('id', thief.id('intent'), 'version', 1, 'print', '\x' || repeat('ab', 32),
                'here', 1, 'there', 1, 'wanted', true, 'told', false, 'show_no', w.no, 'ticket', gen_random_uuid(),
                'entry', 1, 'asked', 1, 'voucher', '', 'name', '', 'email', '', 'currency', 'EUR', 'amount', 100,
                'made_at', loge.now_ms(), 'deadline', loge.now_ms(), 'next_at', 0, 'tries', 0,
                'ref', 'a-ref', 'token', '', 'refunded', 0, 'note', '')), '{}', '{}', '{}', '')
    FROM loge.show AS w
$$;

-- An act about a bag, with these vouchers or shifts beside it.
CREATE FUNCTION thief.bag(rows jsonb) RETURNS bigint LANGUAGE sql AS $$
    SELECT loge.apply_checkin((SELECT loge.schema()), thief.header(36, '{}'), NULL, c.shifts, c.vouchers,
        ARRAY[ROW(36, 1, thief.id('bag'), '')::loge.note_row])
    FROM jsonb_populate_record(NULL::loge.changes, rows) AS c
$$;

CREATE FUNCTION thief.guest() RETURNS jsonb LANGUAGE sql AS $$
    SELECT thief.note(18, thief.id('guest'), 'added') || jsonb_build_object('customers',
        jsonb_build_array(jsonb_build_object('id', thief.id('guest'), 'version', 0, 'name', 'Ada',
            'email', '', 'phone', '', 'created_at', loge.now_ms())))
$$;

GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA thief TO PUBLIC;
