-- A house of four seats to play races in, for the specs in this folder: loaded as the superuser into
-- a database with the real schema, where anna and ben are clerks, mark is a supervisor.
--
-- Each verb below is one act as the program sends it, by whoever is signed in, and says what the
-- database answered. Names stand for ids: 'h1' a hold, 's1' a sale, 'k1' the key of an act. Seats are
-- numbers, and each says the version it saw. The clock stands at a moment until play.later() moves it
-- to the moment at which every hold that was not extended is over.

CREATE SCHEMA play;
GRANT USAGE ON SCHEMA play TO PUBLIC;
GRANT UPDATE ON public.test_clock TO PUBLIC;

INSERT INTO loge.hall VALUES (1, 1, 'main', 'Main House', 4, 4, 1, 'Four', 0, 0, 1, 1, '', 1);
INSERT INTO loge.show VALUES (1, 1, 'hamlet', 'Hamlet', 1, 'EUR', 1, 9000000000, 900000, 300000,
    7200000, true, false, 0, 0, 1);
INSERT INTO loge.price VALUES (1, 1, 0, 4200, -1, -1, -1, -1);
INSERT INTO loge.hall_seat
SELECT 1, 1, n, n, 0, 0, n, 0, 0, 0, 0, n::text, 'A-' || n, '', 0 FROM generate_series(1, 4) AS n;
INSERT INTO loge.show_seat (house, show_no, seat_no, status, version)
SELECT 1, 1, n, 0, 1 FROM generate_series(1, 4) AS n;

-- ---- time ---------------------------------------------------------------------------------------

CREATE FUNCTION play.start() RETURNS bigint LANGUAGE sql RETURN 1000000;
CREATE FUNCTION play.ends() RETURNS bigint LANGUAGE sql RETURN 1900000;
CREATE FUNCTION play.longer() RETURNS bigint LANGUAGE sql RETURN 2200000;
CREATE FUNCTION play.later() RETURNS text LANGUAGE sql AS $$
    UPDATE public.test_clock SET ms = play.ends() + 1;
    SELECT 'holds are over'
$$;

-- ---- words --------------------------------------------------------------------------------------

CREATE FUNCTION play.id(name text) RETURNS uuid LANGUAGE sql RETURN md5(name)::uuid;
CREATE FUNCTION play.me() RETURNS text LANGUAGE sql RETURN split_part(session_user, '_', 3);
CREATE FUNCTION play.said(answer bigint) RETURNS text LANGUAGE sql RETURN CASE
    WHEN answer >= 0 THEN 'done'
    WHEN answer = -1 THEN 'this key was used before'
    WHEN answer = -2 THEN 'stale'
    WHEN answer = -101 THEN 'not over yet'
    WHEN answer = -104 THEN 'the hold is over'
    WHEN answer = -105 THEN 'not the holder'
    WHEN answer = -111 THEN 'not allowed'
    WHEN answer = -115 THEN 'invalid'
    ELSE answer::text END;

-- ---- rows ---------------------------------------------------------------------------------------

CREATE FUNCTION play.hold_row(name text, version bigint, status integer, until bigint,
    holder text DEFAULT play.me(), sale uuid DEFAULT NULL) RETURNS loge.hold_row LANGUAGE sql AS $$
    SELECT ROW(play.id(name), version, 1, status, CASE WHEN status = 4 THEN 2 ELSE 0 END, 0, holder,
        'till-1', '', o.at, until, o.at + 7200000,
        CASE WHEN status > 1 THEN loge.now_ms() ELSE 0 END,
        CASE WHEN status = 1 THEN until ELSE 0 END, sale)::loge.hold_row
    FROM (SELECT coalesce((SELECT h.created_at FROM loge.hold AS h WHERE h.id = play.id(name)),
        loge.now_ms()) AS at) AS o
$$;

-- In the order in which the program sends them, whatever the order they were wished in.
CREATE FUNCTION play.steps(seats integer[], seen bigint, act integer, was integer, became integer,
    holder uuid, prior uuid, until bigint) RETURNS loge.step[] LANGUAGE sql AS $$
    SELECT array_agg(ROW(n, 1, seat, seen, act, was, became, holder, prior, until, 0)::loge.step
        ORDER BY seat)
    FROM unnest(seats) WITH ORDINALITY AS wished (seat, n)
$$;

CREATE FUNCTION play.till(shift text) RETURNS text LANGUAGE sql RETURN
    CASE WHEN shift IS NULL THEN 'till-1' ELSE 'till-2' END;

CREATE FUNCTION play.ticket_row(sale text, seat integer, version bigint, status integer, shift text)
RETURNS loge.ticket_row LANGUAGE sql AS $$
    SELECT ROW(play.id(sale), play.id(sale || seat), version, upper(sale) || seat, 1, seat, status, 0,
        0, 1, 4200, 0, 0, 0, 4200, loge.now_ms(), play.me(), play.till(shift),
        status * loge.now_ms(), CASE status WHEN 0 THEN '' ELSE play.me() END,
        CASE status WHEN 0 THEN '' ELSE play.till(shift) END, 0, 0)::loge.ticket_row
$$;

CREATE FUNCTION play.sale_row(name text, hold text, version bigint, status integer, total bigint,
    shift text) RETURNS loge.sale_row LANGUAGE sql AS $$
    SELECT ROW(play.id(name), version, upper(name), 1, status, play.id(hold), NULL,
        play.id(coalesce(shift, 'drawer')), '', '', 'EUR', total, total, play.me(), play.till(shift),
        loge.now_ms(), 0)::loge.sale_row
$$;

-- Closed with what was expected, or still open.
CREATE FUNCTION play.shift_row(name text, version bigint, closed boolean, expected bigint)
RETURNS loge.shift_row LANGUAGE sql AS $$
    SELECT ROW(play.id(name), version, 'till-2', play.me(), play.start(),
        CASE WHEN closed THEN play.start() + 1 ELSE 0 END, 0, 'EUR', expected, 0, 0, expected, 0, 0,
        '')::loge.shift_row
$$;

CREATE FUNCTION play.payment_row(sale text, of_key text, amount bigint, shift text)
RETURNS loge.payment_row LANGUAGE sql AS $$
    SELECT ROW(play.id(sale), play.id(of_key), play.id(coalesce(shift, 'drawer')), 0, amount,
        greatest(amount, 0), '', '', '', loge.now_ms(), 0)::loge.payment_row
$$;

CREATE FUNCTION play.header(of_key text, act integer, till text DEFAULT 'till-1') RETURNS loge.act LANGUAGE sql AS $$
    SELECT ROW(play.id(of_key), sha256(of_key::bytea), act::smallint, play.me(), till, 1::smallint, '',
        'a reason', '', '', '', '', public.shown_of(till))::loge.act
$$;

CREATE FUNCTION play.apply(of_key text, act integer, steps loge.step[],
    new_holds loge.hold_row[] DEFAULT NULL, holds loge.hold_row[] DEFAULT NULL,
    sales loge.sale_row[] DEFAULT NULL, tickets loge.ticket_row[] DEFAULT NULL,
    payments loge.payment_row[] DEFAULT NULL, shifts loge.shift_row[] DEFAULT NULL,
    notes loge.note_row[] DEFAULT NULL, till text DEFAULT 'till-1')
RETURNS text LANGUAGE sql AS $$
    SELECT play.said(loge.apply(loge.schema(), play.header(of_key, act, till), ROW(steps, new_holds, holds,
        notes, sales, tickets, payments, shifts, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
        NULL)::loge.changes))
$$;

-- ---- acts ---------------------------------------------------------------------------------------

CREATE FUNCTION play.hold(of_key text, hold text, seats integer[], seen bigint DEFAULT 1,
    guards integer[] DEFAULT '{}') RETURNS text LANGUAGE sql AS $$
    SELECT play.apply(of_key, 0, (SELECT array_agg(s ORDER BY s.seat_no)
            FROM unnest(play.steps(seats, seen, 0, 0, 1, play.id(hold), NULL, play.ends())
                || play.steps(guards, seen, NULL, 0, 0, NULL, NULL, 0)) AS s),
        ARRAY[play.hold_row(hold, 0, 0, play.ends())])
$$;

-- The same by the function for plain holds.
CREATE FUNCTION play.quick_hold(of_key text, hold text, seats integer[], seen bigint DEFAULT 1)
RETURNS text LANGUAGE sql AS $$
    SELECT play.said(loge.hold_seats(loge.schema(), play.header(of_key, 0), NULL, array_agg(seat ORDER BY seat),
        array_agg(seen), array_agg(seat_order ORDER BY seat_order)::integer[],
        play.hold_row(hold, 0, 0, play.ends())))
    FROM unnest(seats) WITH ORDINALITY AS wished (seat, seat_order)
$$;

-- A hold that is over gives its seat to a new one: the same seat twice in one act.
CREATE FUNCTION play.take_over(of_key text, old text, hold text, seat integer, seen bigint DEFAULT 2)
RETURNS text LANGUAGE sql AS $$
    SELECT play.apply(of_key, 0, ARRAY[
            ROW(1, 1, seat, seen, 5, 1, 0, NULL, play.id(old), 0, 0)::loge.step,
            ROW(2, 1, seat, seen + 1, 0, 0, 1, play.id(hold), NULL, play.longer(), 0)::loge.step],
        ARRAY[play.hold_row(hold, 0, 0, play.longer())])
$$;

CREATE FUNCTION play.extend(of_key text, hold text, seats integer[], seen bigint DEFAULT 2,
    version bigint DEFAULT 1) RETURNS text LANGUAGE sql AS $$
    SELECT play.apply(of_key, 1,
        play.steps(seats, seen, 1, 1, 1, play.id(hold), play.id(hold), play.longer()), NULL,
        ARRAY[play.hold_row(hold, version, 0, play.longer())])
$$;

-- Somebody pays for it elsewhere: kept until that has come or failed.
CREATE FUNCTION play.pay(of_key text, hold text, seats integer[], seen bigint DEFAULT 2,
    version bigint DEFAULT 1) RETURNS text LANGUAGE sql AS $$
    SELECT play.apply(of_key, 1,
        play.steps(seats, seen, 1, 1, 1, play.id(hold), play.id(hold), play.longer()), NULL,
        ARRAY[play.hold_row(hold, version, 1, play.longer())])
$$;

CREATE FUNCTION play.transfer(of_key text, hold text, heir text, seats integer[],
    seen bigint DEFAULT 2, version bigint DEFAULT 1) RETURNS text LANGUAGE sql AS $$
    SELECT play.apply(of_key, 6,
        play.steps(seats, seen, 6, 1, 1, play.id(hold), play.id(hold), play.ends()), NULL,
        ARRAY[play.hold_row(hold, version, 0, play.ends(), heir)])
$$;

CREATE FUNCTION play.release(of_key text, hold text, seats integer[], seen bigint DEFAULT 2,
    version bigint DEFAULT 1, act integer DEFAULT 3) RETURNS text LANGUAGE sql AS $$
    SELECT play.apply(of_key, act, play.steps(seats, seen, act, 1, 0, NULL, play.id(hold), 0), NULL,
        ARRAY[play.hold_row(hold, version, 4, play.ends())])
$$;

-- One seat of a hold that keeps the others.
CREATE FUNCTION play.let_go(of_key text, hold text, seat integer, seen bigint DEFAULT 2,
    version bigint DEFAULT 1) RETURNS text LANGUAGE sql AS $$
    SELECT play.apply(of_key, 3, play.steps(ARRAY[seat], seen, 3, 1, 0, NULL, play.id(hold), 0), NULL,
        ARRAY[play.hold_row(hold, version, 0, play.ends())])
$$;

CREATE FUNCTION play.sell(of_key text, hold text, sale text, seats integer[], seen bigint DEFAULT 2,
    version bigint DEFAULT 1, shift text DEFAULT NULL) RETURNS text LANGUAGE sql AS $$
    SELECT play.apply(of_key, 2,
        play.steps(seats, seen, 2, 1, 2, play.id(sale), play.id(hold), 0), NULL,
        ARRAY[play.hold_row(hold, version, 2, play.ends(), play.me(), play.id(sale))],
        ARRAY[play.sale_row(sale, hold, 0, 0, 4200 * cardinality(seats), shift)],
        (SELECT array_agg(play.ticket_row(sale, seat, 0, 0, shift)) FROM unnest(seats) AS seat),
        ARRAY[play.payment_row(sale, of_key, 4200 * cardinality(seats), shift)], till => play.till(shift))
$$;

CREATE FUNCTION play.open(of_key text, shift text) RETURNS text LANGUAGE sql AS $$
    SELECT play.apply(of_key, 11, NULL, shifts => ARRAY[play.shift_row(shift, 0, false, 0)],
        notes => ARRAY[ROW(11, 0, play.id(shift), '')::loge.note_row], till => 'till-2')
$$;

-- With the version and the cash that were read before.
CREATE FUNCTION play.close(of_key text, shift text, version bigint, expected bigint) RETURNS text
LANGUAGE sql AS $$
    SELECT play.apply(of_key, 13, NULL, shifts => ARRAY[play.shift_row(shift, version, true, expected)],
        notes => ARRAY[ROW(13, 0, play.id(shift), '')::loge.note_row], till => 'till-2')
$$;

CREATE FUNCTION play.books(shift text) RETURNS text LANGUAGE sql AS $$
    SELECT CASE WHEN s.closed_at = 0 THEN 'open' ELSE 'closed with ' || s.expected_cash END || ', took '
        || (SELECT coalesce(sum(p.amount), 0) FROM loge.payment AS p WHERE p.shift = s.id)
    FROM loge.shift AS s WHERE s.id = play.id(shift)
$$;

-- All of a sale.
CREATE FUNCTION play.refund(of_key text, sale text, hold text, seats integer[],
    seen bigint DEFAULT 3, version bigint DEFAULT 1) RETURNS text LANGUAGE sql AS $$
    SELECT play.apply(of_key, 9, play.steps(seats, seen, 9, 2, 0, NULL, play.id(sale), 0), NULL, NULL,
        ARRAY[play.sale_row(sale, hold, version, 3, 0, NULL)],
        (SELECT array_agg(play.ticket_row(sale, seat, 1, 1, NULL)) FROM unnest(seats) AS seat),
        ARRAY[play.payment_row(sale, of_key, -4200 * cardinality(seats), NULL)])
$$;

CREATE FUNCTION play.block(of_key text, seats integer[], seen bigint DEFAULT 1) RETURNS text
LANGUAGE sql AS $$
    SELECT play.apply(of_key, 7, play.steps(seats, seen, 7, 0, 3, NULL, NULL, 0))
$$;

CREATE FUNCTION play.unblock(of_key text, seats integer[], seen bigint DEFAULT 2) RETURNS text
LANGUAGE sql AS $$
    SELECT play.apply(of_key, 8, play.steps(seats, seen, 8, 3, 0, NULL, NULL, 0))
$$;

CREATE FUNCTION play.sweep() RETURNS text LANGUAGE sql AS $$
    SELECT format('%s holds, %s seats', holds, seats)
    FROM loge.sweep('sweep', 1::smallint, 9000000000, 100, public.shown_of('till-1'))
$$;

-- ---- a journal comes home ------------------------------------------------------------------------

INSERT INTO loge.journal (house, device, till, no, public_key, proof, act_proof, enrolled_by, enrolled_at)
SELECT 1, play.id('till-' || n), 'till-' || n, n, hand.public_key('key'), sha256(('till-' || n)::bytea),
    sha256(public.shown_of('till-' || n)),
    'mark', 0
FROM generate_series(1, 2) AS n;

-- What judging its batch needs: all of its seats, locked, whoever brings it.
CREATE FUNCTION play.bring(of_till text, seats integer[]) RETURNS text LANGUAGE sql AS $$
    SELECT 'seats ' || string_agg(r.seat_no || ' v' || r.version, ', ' ORDER BY r.seat_no)
    FROM loge.sync_open(loge.sync_revision(), play.id(of_till), of_till::bytea, true) AS j,
        loge.sync_read(play.id(of_till), of_till::bytea, ROW(j.epoch,
            array_fill(1, ARRAY[cardinality(seats)]), seats, 1, 1, '{}', '{}', '{}', '{}')::loge.sync_wish) AS r
    WHERE r.kind = 1
$$;

-- Its first and only entry, a hold.
CREATE FUNCTION play.entry(of_till text, of_key text, made loge.hold_row) RETURNS bytea LANGUAGE sql AS $$
    SELECT hand.entry('key', play.id(of_till), j.start_hash, 1,
        hand.body(play.id(of_key), 0, play.me(), of_till, 'a reason', '', play.start(), '', '',
            '\x02' || hand.list(1, ARRAY[made])))
    FROM loge.sync_open(loge.sync_revision(), play.id(of_till), of_till::bytea, false) AS j
$$;

-- Written as the program would: these steps, and the hold that they make.
CREATE FUNCTION play.write_home(of_till text, of_key text, hold text, seats integer[], until bigint,
    steps loge.sync_step[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    made CONSTANT loge.hold_row := ROW(play.id(hold), 0, 1, 0, 0, 3, play.me(), of_till, '', play.start(),
        until, play.start() + 7200000, 0, 0, NULL);
    entry CONSTANT bytea := play.entry(of_till, of_key, made);
    used integer;
BEGIN
    used := loge.sync_write(play.id(of_till), of_till::bytea, ROW(
        entry, ARRAY[ROW(1, 1, 1, play.id(of_key), 1, length(entry) - 128, 2, 0, 0, play.start(), 0, play.me(),
            '', 'a reason', '', '', cardinality(steps), array_fill(1, ARRAY[cardinality(seats)]),
            seats, array_fill(2, ARRAY[cardinality(seats)]), '', '')::loge.sync_entry],
        steps, NULL, ARRAY[made], NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)::loge.sync_batch);
    PERFORM loge.sync_head(play.id(of_till), of_till::bytea, ROW(1, 0, 0, 0, 1, decode(repeat('00', 32), 'hex'),
        substr(entry, 1, 32), 0::smallint, false, false, NULL, 0, 0, 0)::loge.journal_head, used);
END
$$;

-- Judged as the program would: seats that are not as they were seen make a conflict, and are not
-- written (blind: they are tried all the same).
CREATE FUNCTION play.merge(of_till text, of_key text, hold text, seats integer[],
    blind boolean DEFAULT false) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF NOT blind AND EXISTS (SELECT 1 FROM loge.show_seat AS t
            WHERE t.seat_no = ANY (seats) AND t.version <> 1) THEN
        RETURN 'a conflict';
    END IF;
    PERFORM play.write_home(of_till, of_key, hold, seats, play.ends(),
        (SELECT array_agg(ROW(n, 1, 1, seat, 1, 0, 0, 1, play.id(hold), NULL, play.ends())
            ::loge.sync_step) FROM unnest(seats) WITH ORDINALITY AS wished (seat, n)));
    RETURN 'accepted';
END
$$;

-- A till that was alone brings home that it gave the seat of a hold that was over to a new one.
CREATE FUNCTION play.merge_over(of_till text, of_key text, old text, hold text, seat integer)
RETURNS text LANGUAGE sql AS $$
    SELECT play.write_home(of_till, of_key, hold, ARRAY[seat, seat], play.longer(), ARRAY[
        ROW(1, 1, 1, seat, 2, 5, 1, 0, NULL, play.id(old), 0)::loge.sync_step,
        ROW(2, 1, 1, seat, 3, 0, 0, 1, play.id(hold), NULL, play.longer())::loge.sync_step]);
    SELECT 'accepted'
$$;

-- Which of these somebody is at work on: what is asked when nobody keeps the rush off.
CREATE FUNCTION play.busy(seats integer[]) RETURNS text LANGUAGE sql AS $$
    SELECT coalesce('seat ' || loge.busy_seat(1, seats) || ' is busy', 'none is busy')
$$;

-- ---- before and after each permutation ------------------------------------------------------------

CREATE PROCEDURE play.begin() LANGUAGE plpgsql AS $$
DECLARE
    name text;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOREACH name IN ARRAY ARRAY['entry', 'event', 'payment', 'ticket', 'sale', 'claim', 'hold', 'shift',
        'receipt'] LOOP
        EXECUTE format('DELETE FROM loge.%I', name);
    END LOOP;
    UPDATE loge.show_seat SET status = 0, version = 1, holder = NULL, held_until = 0;
    UPDATE loge.journal SET last_seq = start_seq, last_hash = start_hash;
    UPDATE public.test_clock SET ms = play.start();
    -- anna's drawer at till-1; what is sold in another one is sold at till-2.
    INSERT INTO loge.shift (house, id, till, staff, opened_at, closed_at, float_amount, currency, expected_cash,
        expected_card, expected_voucher, counted_cash, counted_card, counted_voucher, reason, version)
    VALUES (1, md5('drawer')::uuid, 'till-1', 'anna', 1000000, 0, 0, 'EUR', 0, 0, 0, 0, 0, 0, '', 1);
END
$$;

CREATE FUNCTION play.name_of(id uuid) RETURNS text LANGUAGE sql AS $$
    SELECT coalesce((SELECT ' ' || n FROM unnest(ARRAY['h1', 'h2', 'h3', 's1', 's2']) AS n
        WHERE play.id(n) = id), '')
$$;

-- How every seat that was touched stands, what the log says in all, and what must not be.
CREATE FUNCTION play.outcome() RETURNS TABLE (seats text, events bigint, wrong text)
LANGUAGE sql AS $$
    SELECT (SELECT string_agg(seat_no || ' '
            || (ARRAY['free', 'held', 'sold', 'blocked'])[status + 1] || play.name_of(holder)
            || ' v' || version, ', ' ORDER BY seat_no) FROM loge.show_seat WHERE version > 1),
        (SELECT count(*) FROM loge.event),
        (SELECT coalesce(string_agg(i.name || ' ' || i.detail, ', '), 'nothing')
            FROM qa.invariants() AS i)
$$;
