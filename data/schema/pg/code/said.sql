-- A journal's rows are what its entries say.
--
-- The program that brings a batch makes rows of its entries (src/domain/house_rows.c), and a row may be
-- what several of them leave. So rows are not compared as a whole. Here each row that a batch brings has to
-- stand in the body of an entry of it, with all that a journal fixes: whose it is, for what, and the money.
-- What may honestly differ is left out, and named below. And nothing is left out silently: an entry that was done
-- has all its tickets and payments here, and each seat that it sells, refunds or exchanges.
--
-- What a till whose key was stolen says, it says. But whoever merely carries its journal home changes no
-- price of it, takes no payment out and puts none in. `audit verify` reads each body again, from its beginning.

-- Where a row stands: in the body of entry n, from `at` up to `stop`; row: its number among those brought.
-- ends: it also ended there as the row says.
CREATE TYPE loge.said AS (n integer, row bigint, at integer, stop integer, ends boolean);

-- ---- a body, field by field ---------------------------------------------------------------------

-- The number that begins at a place (from 0), if it is not negative.
CREATE FUNCTION loge.number_at(body bytea, place integer) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    number bigint := 0;
BEGIN
    FOR i IN 0 .. loge.number_size(body, place) - 1 LOOP
        number := number | ((get_byte(body, place + i) & 127)::bigint << 7 * i);
    END LOOP;
    RETURN number >> 1;
END
$$;

-- Where fields of these kinds end that begin at a place: i an id, n a number, t a text.
CREATE FUNCTION loge.skip_fields(body bytea, place integer, kinds text) RETURNS integer
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    FOR i IN 1 .. length(kinds) LOOP
        place := place + CASE substr(kinds, i, 1) WHEN 'i' THEN 16 WHEN 'n' THEN loge.number_size(body, place)
            ELSE loge.number_size(body, place) + loge.number_at(body, place) END;
    END LOOP;
    RETURN place;
END
$$;

-- Where rows end whose number begins at a place.
CREATE FUNCTION loge.skip_rows(body bytea, place integer, kinds text) RETURNS integer
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    rows CONSTANT bigint := loge.number_at(body, place);
BEGIN
    place := place + loge.number_size(body, place);
    FOR i IN 1 .. rows LOOP
        place := loge.skip_fields(body, place, kinds);
    END LOOP;
    RETURN place;
END
$$;

-- What the fields are of each row in the list that begins at a place with its number. Of a till of an older
-- program they are fewer (src/domain/row_bytes.h).
CREATE FUNCTION loge.kinds_in(body bytea, place integer, list integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT left(CASE list WHEN :JOURNAL_HOLDS THEN '{kinds hold}' WHEN :JOURNAL_SALES THEN '{kinds sale}'
        WHEN :JOURNAL_TICKETS THEN '{kinds ticket}' END, get_byte(body, place + 1) / 2)
$$;

-- How many tickets and payments an entry's act has: behind its head and answer, among its lists.
CREATE FUNCTION loge.count_papers(body bytea, OUT tickets bigint, OUT payments bigint)
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    place integer := loge.skip_fields(body, loge.act_place(body) + 1, 'nnttntttt');
    lists CONSTANT integer := loge.number_at(body, place);
    list integer;
    rows bigint;
BEGIN
    tickets := 0;
    payments := 0;
    place := place + 1;
    FOR i IN 1 .. lists LOOP
        list := get_byte(body, place) / 2;
        rows := loge.number_at(body, place + 2);
        IF list = :JOURNAL_PAYMENTS THEN
            payments := rows;
        ELSIF list = :JOURNAL_TICKETS THEN
            tickets := rows;
        END IF;
        EXIT WHEN list >= :JOURNAL_PAYMENTS;
        place := loge.skip_rows(body, place + 2, loge.kinds_in(body, place, list));
    END LOOP;
END
$$;

-- ---- where rows stand ---------------------------------------------------------------------------

-- Which entries a row may stand in: by the order or hold that their steps and notes are about. sought:
-- those that were not found so, and are looked for in every entry.
CREATE FUNCTION loge.entries_about(b loge.sync_batch, sought uuid[], OUT ids uuid[], OUT ns integer[])
LANGUAGE plpgsql STABLE AS $$
BEGIN
    SELECT array_agg(q.id), array_agg(q.n) INTO ids, ns
    FROM (SELECT r.holder, r.entry FROM unnest(b.steps) AS r
        UNION SELECT r.prior, r.entry FROM unnest(b.steps) AS r
        UNION SELECT r.subject, r.entry FROM unnest(b.notes) AS r
        UNION SELECT s.id, e.n FROM unnest(sought) AS s (id), unnest(b.entries) AS e) AS q (id, n)
    WHERE q.id IS NOT NULL;
END
$$;

-- Tickets. Left out: the version, which is the till's own, and when it was sold and ended, as the till's
-- clock may be off. What came too late is TICKET_EXCHANGED here, whatever its till made of it, and a paper for what
-- the house had ended is what became of that, never sold.
CREATE FUNCTION loge.said_tickets(b loge.sync_batch, ids uuid[], ns integer[]) RETURNS loge.said[]
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT array_agg(ROW(e.n, t.row, p.at, x.stop, x.ends)::loge.said)
        FROM (SELECT r.ordinality AS row, r.sale, {bytes ticket r from sale to id} AS key,
                {bytes ticket r from code to seat_no} AS place, {bytes ticket r from status to status} AS status,
                {bytes ticket r from type to total} AS price, {bytes ticket r from sold_by to till} AS who,
                {bytes ticket r from ended_by to kept} AS ended,
                r.version = 0 AND (r.status = :TICKET_EXCHANGED
                    OR (r.status <> :TICKET_VALID AND r.sold_at = 0)) AS is_lost
            FROM unnest(b.tickets) WITH ORDINALITY AS r OFFSET 0) AS t
        JOIN unnest(ids, ns) AS k (id, n) ON k.id = t.sale
        JOIN (SELECT q.n, substr(b.bytes, q.place + 128, q.size) AS body
            FROM unnest(b.entries) AS q OFFSET 0) AS e ON e.n = k.n
        CROSS JOIN LATERAL (SELECT position(t.key IN e.body) AS at OFFSET 0) AS p
        CROSS JOIN LATERAL (SELECT p.at + 32 + loge.number_size(e.body, p.at + 31) AS at OFFSET 0) AS c
        CROSS JOIN LATERAL (SELECT c.at + length(t.place) AS at OFFSET 0) AS s
        CROSS JOIN LATERAL (SELECT s.at + 1 + length(t.price) + loge.number_size(e.body, s.at + length(t.price))
            AS at OFFSET 0) AS w
        CROSS JOIN LATERAL (SELECT w.at + length(t.who) + loge.number_size(e.body, w.at + length(t.who) - 1)
            AS at OFFSET 0) AS o
        CROSS JOIN LATERAL (SELECT substr(e.body, o.at, length(t.ended)) = t.ended AS ended OFFSET 0) AS d
        CROSS JOIN LATERAL (SELECT CASE WHEN d.ended THEN o.at - 1 + length(t.ended)
                + loge.number_size(e.body, o.at - 1 + length(t.ended))
            ELSE loge.skip_fields(e.body, o.at - 1, 'ttnn') END AS stop,
            t.is_lost OR (d.ended AND substr(e.body, s.at, 1) = t.status) AS ends OFFSET 0) AS x
        WHERE p.at > 0 AND substr(e.body, c.at, length(t.place)) = t.place
            AND substr(e.body, s.at + 1, length(t.price)) = t.price
            AND substr(e.body, w.at, length(t.who)) = t.who);
END
$$;

-- Payments. Left out: when it was, and when it counts. (Its shift is the till's; another takes it later, if that
-- was closed at the house.)
CREATE FUNCTION loge.said_payments(b loge.sync_batch, ids uuid[], ns integer[]) RETURNS loge.said[]
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT array_agg(ROW(e.n, t.row, p.at, NULL, true)::loge.said)
        FROM (SELECT r.ordinality AS row, r.sale, {bytes payment r from sale to reason} AS whole
            FROM unnest(b.payments) WITH ORDINALITY AS r OFFSET 0) AS t
        JOIN unnest(ids, ns) AS k (id, n) ON k.id = t.sale
        JOIN (SELECT q.n, substr(b.bytes, q.place + 128, q.size) AS body
            FROM unnest(b.entries) AS q OFFSET 0) AS e ON e.n = k.n
        CROSS JOIN LATERAL (SELECT position(t.whole IN e.body) AS at OFFSET 0) AS p
        WHERE p.at > 0);
END
$$;

-- Orders. One that is made here stands there with whose it is and who sold it. Left out: version, state, the hold
-- (the house may have made another), sums (they follow from its tickets and payments), and times. Of one that was
-- there before nothing else is taken (loge.sync_sales).
CREATE FUNCTION loge.said_sales(b loge.sync_batch, ids uuid[], ns integer[]) RETURNS loge.said[]
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT array_agg(ROW(e.n, t.row, p.at, NULL, true)::loge.said)
        FROM (SELECT r.ordinality AS row, r.id, r.version, loge.journal_id(r.id) AS key,
                {bytes sale r from code to show_no} AS code, {bytes sale r from customer to currency} AS whose,
                {bytes sale r from sold_by to till} AS who
            FROM unnest(b.sales) WITH ORDINALITY AS r OFFSET 0) AS t
        JOIN unnest(ids, ns) AS k (id, n) ON k.id = t.id
        JOIN (SELECT q.n, substr(b.bytes, q.place + 128, q.size) AS body
            FROM unnest(b.entries) AS q OFFSET 0) AS e ON e.n = k.n
        CROSS JOIN LATERAL (SELECT position(CASE t.version WHEN 0 THEN t.code ELSE t.key END IN e.body) AS at
            OFFSET 0) AS p
        WHERE p.at > 0 AND (t.version > 0 OR (substr(e.body, p.at - 17, 16) = t.key
            AND substr(e.body, p.at + length(t.code) + 17, length(t.whose)) = t.whose
            AND position(t.who IN substr(e.body, p.at + length(t.code || t.whose) + 17,
                length(t.who) + 20)) > 0)));
END
$$;

-- Holds. Left out: version, state, where it came from and times. One that the house made for an act whose own
-- was gone (id_between() in src/adapter/pg_sync_write.c) has an id that follows from both.
CREATE FUNCTION loge.said_holds(b loge.sync_batch, ids uuid[], ns integer[]) RETURNS loge.said[]
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT array_agg(ROW(e.n, t.row, 0, NULL, true)::loge.said)
        FROM (SELECT r.ordinality AS row, r.id, loge.journal_id(r.id) AS key,
                {bytes hold r from holder to email} AS who
            FROM unnest(b.holds || b.changed_holds) WITH ORDINALITY AS r OFFSET 0) AS t
        JOIN unnest(ids, ns) AS k (id, n) ON k.id = t.id
        JOIN (SELECT q.n, q.uid, substr(b.bytes, q.place + 128, q.size) AS body
            FROM unnest(b.entries) AS q OFFSET 0) AS e ON e.n = k.n
        WHERE position(t.who IN e.body) > 0 AND (position(t.key IN e.body) > 0
            OR position(loge.id_between(t.key, uuid_send(e.uid)) IN e.body) > 0));
END
$$;

CREATE FUNCTION loge.id_between(one bytea, other bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT int8send(loge.journal_time(one, 1) # loge.journal_time(other, 1))
        || int8send(loge.journal_time(one, 9) # loge.journal_time(other, 9))
$$;

-- ---- rows that few acts have ---------------------------------------------------------------------

-- Those that nothing says: shifts and moves of money (left out: version and times), people, vouchers (left out: how
-- much others had used), and what was read at the door, which names its entry (left out: when). Who is in follows
-- from that.
CREATE FUNCTION loge.unsaid_others(b loge.sync_batch) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT t.what
        FROM (SELECT 'shift ' || r.id, ARRAY[loge.journal_id(r.id), {bytes shift r from till to staff},
                {bytes shift r from float_amount to reason}], NULL::uuid FROM unnest(b.shifts) AS r
            UNION ALL SELECT 'move ' || r.id, ARRAY[{bytes shift_move r from shift to reason}], NULL
            FROM unnest(b.moves) AS r
            UNION ALL SELECT 'customer ' || r.id, ARRAY[loge.journal_id(r.id),
                {bytes customer r from name to created_at}], NULL FROM unnest(b.customers) AS r
            UNION ALL SELECT 'waiter ' || r.id, ARRAY[loge.journal_id(r.id), {bytes waiter r from show_no to till}],
                NULL FROM unnest(b.waiters) AS r
            UNION ALL SELECT 'voucher ' || r.code, ARRAY[{bytes voucher r from code to code},
                {bytes voucher r from kind to budget}, loge.journal_number(r.used)
                || {bytes voucher r from max_uses to max_uses}], NULL FROM unnest(b.vouchers) AS r
            UNION ALL SELECT 'scan ' || r.id, ARRAY[loge.journal_id(r.id), {bytes scan r from show_no to reason}],
                r.act FROM unnest(b.scans) AS r
            UNION ALL SELECT 'admission of ' || r.ticket, ARRAY[loge.journal_id(r.ticket)], NULL
            FROM unnest(b.admissions) AS r) AS t (what, pieces, act)
        WHERE NOT EXISTS (SELECT 1 FROM unnest(b.entries) AS q
            CROSS JOIN LATERAL (SELECT substr(b.bytes, q.place + 128, q.size) AS body OFFSET 0) AS e
            WHERE (t.act IS NULL OR q.uid = t.act)
                AND NOT EXISTS (SELECT 1 FROM unnest(t.pieces) AS p (piece)
                    WHERE position(p.piece IN e.body) = 0 OR p.piece IS NULL))
        LIMIT 1);
END
$$;

-- ---- what entries say and nobody brings ------------------------------------------------------------

-- Are these, from the first to the last as far as `late`, all tickets of an entry, and is behind them a list of so
-- many payments? Less than 64 of both: then each number that stands before them has a byte.
CREATE FUNCTION loge.papers_are(body bytea, first integer, stop integer, tickets bigint, payments bigint)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    kinds CONSTANT text := loge.kinds_in(body, first - 4, :JOURNAL_TICKETS);
BEGIN
    IF get_byte(body, first - 2) <> 2 * tickets THEN
        RETURN false;
    END IF;
    stop := loge.skip_fields(body, stop, substr(kinds, 1 + length('{kinds ticket to late}')));
    IF substr(body, stop + 1, 1) = set_byte('\x00', 0, 2 * :JOURNAL_PAYMENTS) THEN
        RETURN get_byte(body, stop + 2) = 2 * payments;
    END IF;
    RETURN payments = 0;
END
$$;

-- The first entry that was done and of which a ticket or a payment is missing; NULL: none. Where no ticket is
-- brought they are counted from the beginning, and so are the payments of acts that were not done: they are
-- taken all the same.
CREATE FUNCTION loge.entry_cut_short(b loge.sync_batch, tickets loge.said[], payments loge.said[])
RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT e.seq
        FROM (SELECT q.n, q.seq, q.done, q.state, substr(b.bytes, q.place + 128, q.size) AS body
            FROM unnest(b.entries) AS q
            WHERE q.act IN (:ACT_SELL, :ACT_REFUND, :ACT_EXCHANGE, :ACT_REPRINT, :ACT_PAY, :ACT_COLLECT)
                AND (q.done IS NOT NULL OR q.state IN (:ENTRY_CONFLICT, :ENTRY_EXPIRED)) OFFSET 0) AS e
        LEFT JOIN (SELECT r.n, count(*) AS tickets, min(r.at) AS at, max(r.stop) AS stop FROM unnest(tickets) AS r
            GROUP BY r.n) AS t ON t.n = e.n
        LEFT JOIN (SELECT r.n, count(*) AS payments FROM unnest(payments) AS r GROUP BY r.n) AS p ON p.n = e.n
        WHERE CASE WHEN e.done IS NOT NULL AND t.tickets < 64 AND coalesce(p.payments, 0) < 64
            THEN NOT loge.papers_are(e.body, t.at, t.stop, t.tickets, coalesce(p.payments, 0))
            ELSE (SELECT c.payments <> coalesce(p.payments, 0)
                    OR (e.done IS NOT NULL AND c.tickets <> coalesce(t.tickets, 0)
                        AND NOT loge.is_done_already(b, e.n))
                FROM loge.count_papers(e.body) AS c) END
        ORDER BY e.seq LIMIT 1);
END
$$;

-- A refund without money that the house had done itself (merge_is_there() in src/domain/merge_row.c) brings nothing.
CREATE FUNCTION loge.is_done_already(b loge.sync_batch, of_entry integer) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT 1 FROM unnest(b.entries) AS r WHERE r.n = of_entry AND r.act = :ACT_REFUND)
        AND NOT EXISTS (SELECT 1 FROM unnest(b.steps) AS r WHERE r.entry = of_entry)
$$;

-- ---- all of it -----------------------------------------------------------------------------------

-- Of rows, told by whose they are in their order: those that stand nowhere, or ended nowhere as they say.
CREATE FUNCTION loge.unsaid(ids uuid[], places loge.said[]) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT array_agg(q.id)
        FROM unnest(ids) WITH ORDINALITY AS q (id, row)
        LEFT JOIN (SELECT DISTINCT r.row FROM unnest(places) AS r WHERE r.ends) AS f ON f.row = q.row
        WHERE f.row IS NULL);
END
$$;

-- Seats: each that moves is one of its entry, and each of an act that sells or takes back moves. In a body a
-- seat has 68 bytes, of which the first 8 are the show and the seat (src/domain/entry_bytes.c).
CREATE FUNCTION loge.seats_unsaid(b loge.sync_batch) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT e.seq
        FROM (SELECT q.n, q.seq, q.act, q.done, s.seats, substr(b.bytes, q.place + 221, 68 * s.seats) AS body
            FROM unnest(b.entries) AS q
            CROSS JOIN LATERAL (SELECT 256 * get_byte(b.bytes, q.place + 218) + get_byte(b.bytes, q.place + 219)
                AS seats OFFSET 0) AS s
            WHERE q.done IS NOT NULL AND q.size > 93 AND get_byte(b.bytes, q.place + 128) <> :ENTRY_SCAN) AS e
        LEFT JOIN (SELECT r.entry, count(DISTINCT r.show_no::bigint << 32 | r.seat_no) AS seats FROM unnest(b.steps) AS r
            GROUP BY r.entry) AS m ON m.entry = e.n
        WHERE e.act IN (:ACT_SELL, :ACT_REFUND, :ACT_EXCHANGE) AND m.seats IS DISTINCT FROM e.seats
            AND coalesce(m.seats, 0) <> (SELECT count(DISTINCT substr(e.body, 68 * k + 1, 8))
                FROM generate_series(0, e.seats - 1) AS k)
            AND NOT (e.act = :ACT_REFUND AND m.seats IS NULL) -- as in is_done_already
        ORDER BY e.seq LIMIT 1);
END
$$;

-- Refuses a batch with a row that no entry says, or without one that an entry says. It may be that a row is the
-- program's mistake: so it is an answer about the rows (ANSWER_INVALID), and a till's program finds out which entry it
-- is, has it refused, and brings the others.
CREATE FUNCTION loge.mind_rows(j loge.journal, b loge.sync_batch) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    sales CONSTANT uuid[] := ARRAY(SELECT r.id FROM unnest(b.sales) AS r);
    papers CONSTANT uuid[] := ARRAY(SELECT r.sale FROM unnest(b.tickets) AS r);
    money CONSTANT uuid[] := ARRAY(SELECT r.sale FROM unnest(b.payments) AS r);
    kept CONSTANT uuid[] := ARRAY(SELECT r.id FROM unnest(b.holds || b.changed_holds) AS r);
    tickets loge.said[];
    payments loge.said[];
    unsaid uuid[];
    where_to record;
    wrong text;
BEGIN
    FOR i IN 1 .. 2 LOOP
        where_to := loge.entries_about(b, unsaid);
        tickets := loge.said_tickets(b, where_to.ids, where_to.ns);
        payments := loge.said_payments(b, where_to.ids, where_to.ns);
        unsaid := loge.unsaid(papers, tickets) || loge.unsaid(money, payments)
            || loge.unsaid(sales, loge.said_sales(b, where_to.ids, where_to.ns))
            || loge.unsaid(kept, loge.said_holds(b, where_to.ids, where_to.ns));
        EXIT WHEN unsaid IS NULL;
    END LOOP;
    wrong := CASE WHEN unsaid IS NOT NULL THEN 'nothing says what is brought of ' || unsaid[1]
        ELSE coalesce('nothing says ' || loge.unsaid_others(b),
            'not all is brought of entry ' || coalesce(loge.entry_cut_short(b, tickets, payments),
                loge.seats_unsaid(b))) END;
    PERFORM loge.expect_said(j, wrong);
END
$$;

-- wrong: which row stands nowhere; NULL: none.
CREATE FUNCTION loge.expect_said(j loge.journal, wrong text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF wrong IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = (:ANSWER_INVALID)::text,
            DETAIL = format('%s: %s', j.till, wrong);
    END IF;
END
$$;

-- ---- what comes behind a batch -------------------------------------------------------------------
-- Bags, and the money of acts that were refused, come in calls of their own, when the batch's entries are
-- written: in the newest of the journal they stand. Left out are times, which may be off, a bag's version, and
-- why money was moved (its own reason may be what is refused).

CREATE FUNCTION loge.newest_bodies(j loge.journal, only_refused boolean) RETURNS SETOF bytea
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY SELECT e.body
    FROM (SELECT q.body, q.state FROM loge.entry AS q WHERE q.house = j.house AND q.device = j.device
        ORDER BY q.seq DESC, q.epoch DESC LIMIT :SYNC_ENTRIES_MOST) AS e
    WHERE e.state = :ENTRY_REFUSED OR NOT only_refused;
END
$$;

-- A payment is one of the act that its sale names; a bag's fee has the act's key.
CREATE FUNCTION loge.mind_money(j loge.journal, money loge.payment_row[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM loge.expect_said(j, (SELECT 'nothing says what is kept of ' || r.sale
        FROM unnest(money) AS r
        CROSS JOIN LATERAL (SELECT r.tender, r.amount AS paid, r.given, r.auth, r.voucher, r.shift) AS c
        WHERE NOT EXISTS (SELECT 1 FROM loge.entry AS e
            WHERE e.house = j.house AND e.uid = r.sale AND e.device = j.device
                AND (position({bytes payment r from id to reason} IN e.body) > 0
                    OR (r.id = r.sale AND r.reason = ''
                        AND position({bytes checkin c from tender to shift} IN e.body) > 0)))
        LIMIT 1));
END
$$;

CREATE FUNCTION loge.mind_moves(j loge.journal, moves loge.move_row[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM loge.expect_said(j, (SELECT 'nothing says what is moved by ' || r.id
        FROM unnest(moves) AS r
        WHERE NOT EXISTS (SELECT 1 FROM loge.newest_bodies(j, true) AS e (body)
            WHERE position({bytes shift_move r from shift to amount} IN e.body) > 0)
        LIMIT 1));
END
$$;

CREATE FUNCTION loge.mind_bags(j loge.journal, bags loge.checkin_row[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM loge.expect_said(j, (SELECT 'nothing says what is brought of the bag of ' || r.ticket
        FROM unnest(bags) AS r
        WHERE NOT EXISTS (SELECT 1 FROM loge.newest_bodies(j, false) AS e (body)
            WHERE position({bytes checkin r from ticket to ticket} IN e.body) > 0
                AND position({bytes checkin r from entry to fee} IN e.body) > 0
                AND position({bytes checkin r from till to till} IN e.body) > 0
                AND position({bytes checkin r from tender to shift} IN e.body) > 0)
        LIMIT 1));
END
$$;
