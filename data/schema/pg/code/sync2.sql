-- What programs of revision 2 of sync call (SYNC_REVISION in src/domain/sync.h), and nothing else of the
-- house: the types of the rows that they send, and functions that make rows of today of them. A till that
-- was alone for a month comes home with its old program and its old statements, so once a program with
-- this revision was released this file is never changed again. `make freeze` writes out the rows that are
-- placeholders here until then, so that it stays as it was when they change.
--
-- When a till is to send something else after that, SYNC_REVISION becomes one more and a copy of this file
-- under the next number has it; statements (data/sql/sync.sql) name that one. Rows of the house may have
-- more fields at any time: loge.a_sale() and its like (types.sql) fill those that a till does not know.
-- What a till of today does besides (other seats for losers, loans) is not here: an older one leaves that
-- to the others.

RESET ROLE;
CREATE SCHEMA sync2 AUTHORIZATION loge_owner;
SET ROLE loge_owner;
GRANT USAGE ON SCHEMA sync2 TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;

-- ---- rows -------------------------------------------------------------------------------------------

CREATE TYPE sync2.hold_row AS (id uuid, version bigint, show_no integer, status smallint, ending smallint, source smallint, holder text, till text, email text, created_at bigint, expires_at bigint, ceiling_at bigint, ended_at bigint, paying_until bigint, sale uuid);
CREATE TYPE sync2.sale_row AS (id uuid, version bigint, code text, show_no integer, status smallint, hold uuid, customer uuid, shift uuid, name text, email text, currency text, total bigint, paid bigint, sold_by text, till text, sold_at bigint, collected_at bigint);
CREATE TYPE sync2.ticket_row AS (sale uuid, id uuid, version bigint, code text, show_no integer, seat_no integer, status smallint, type smallint, class_no integer, generation integer, price bigint, discount bigint, fee bigint, tax bigint, total bigint, sold_at bigint, sold_by text, till text, ended_at bigint, ended_by text, ended_till text, kept bigint, late smallint);
CREATE TYPE sync2.payment_row AS (sale uuid, id uuid, shift uuid, tender smallint, amount bigint, given bigint, auth text, voucher text, reason text, at bigint, late_at bigint);
CREATE TYPE sync2.shift_row AS (id uuid, version bigint, till text, staff text, opened_at bigint, closed_at bigint, float_amount bigint, currency text, expected_cash bigint, expected_card bigint, expected_voucher bigint, counted_cash bigint, counted_card bigint, counted_voucher bigint, reason text);
CREATE TYPE sync2.move_row AS (shift uuid, id uuid, kind smallint, amount bigint, reason text, at bigint);
CREATE TYPE sync2.customer_row AS (id uuid, version bigint, name text, email text, phone text, created_at bigint);
CREATE TYPE sync2.waiter_row AS (id uuid, version bigint, show_no integer, status smallint, name text, email text, phone text, party integer, class_no integer, section text, accessible integer, aisle boolean, together boolean, joined_at bigint, hold uuid, code text, till text);
CREATE TYPE sync2.voucher_row AS (code text, version bigint, kind smallint, value bigint, budget bigint, used bigint, lent bigint, max_uses integer, uses integer, lent_uses integer, max_tickets integer, valid_from bigint, valid_until bigint, show_no integer, disabled boolean);
CREATE TYPE sync2.scan_row AS (id uuid, at bigint, show_no integer, gate smallint, code smallint, overridden smallint, leaving boolean, ticket uuid, label text, till text, actor text, approver text, reason text, act uuid);
CREATE TYPE sync2.checkin_row AS (ticket uuid, version bigint, entry integer, show_no integer, status smallint, weight_g integer, fee bigint, at bigint, till text, tender smallint, paid bigint, given bigint, auth text, voucher text, shift uuid, late_at bigint);
CREATE TYPE sync2.entry AS (n integer, seq bigint, epoch bigint, uid uuid, place integer, size integer, state smallint, reason smallint, heading smallint, made_at bigint, act smallint, actor text, approver text, why text, note text, answer text, done integer, left_show integer[], left_seat integer[], left_version bigint[], address text, client text);
CREATE TYPE sync2.step AS (n integer, entry integer, show_no integer, seat_no integer, seen bigint, act smallint, was smallint, became smallint, holder uuid, prior uuid, held_until bigint);
CREATE TYPE sync2.note AS (n integer, entry integer, act smallint, show_no integer, subject uuid, note text);
CREATE TYPE sync2.admission AS (ticket uuid, show_no integer, inside boolean, entries integer, at bigint, gate smallint, counted uuid, first_at bigint, twice uuid[]);
CREATE TYPE sync2.conflict AS (entry integer, show_no integer, seats integer[], owners uuid[], sale uuid, ticket uuid, amount bigint, about text);
CREATE TYPE sync2.batch AS (bytes bytea, entries sync2.entry[], steps sync2.step[], notes sync2.note[],
    holds sync2.hold_row[], changed_holds sync2.hold_row[], sales sync2.sale_row[],
    tickets sync2.ticket_row[], payments sync2.payment_row[], shifts sync2.shift_row[],
    moves sync2.move_row[], customers sync2.customer_row[], waiters sync2.waiter_row[],
    vouchers sync2.voucher_row[], admissions sync2.admission[], scans sync2.scan_row[],
    conflicts sync2.conflict[]);
CREATE TYPE sync2.wish AS (epoch bigint, shows integer[], seats integer[], first_seq bigint,
    last_seq bigint, keys uuid[], afters bigint[], tickets uuid[], people text[]);
CREATE TYPE sync2.head AS (epoch bigint, granted bigint, session bigint, start_seq bigint, last_seq bigint,
    start_hash bytea, last_hash bytea, quarantine smallint, lent boolean, recall boolean, boot uuid,
    mono bigint, wall bigint, heard_at bigint);
GRANT USAGE ON TYPE sync2.hold_row, sync2.sale_row, sync2.ticket_row, sync2.payment_row,
    sync2.shift_row, sync2.move_row, sync2.customer_row, sync2.waiter_row, sync2.voucher_row,
    sync2.scan_row, sync2.checkin_row, sync2.entry, sync2.step, sync2.note, sync2.admission,
    sync2.conflict, sync2.batch, sync2.wish, sync2.head
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;

-- ---- rows of today ----------------------------------------------------------------------------------

CREATE FUNCTION sync2.today(rows sync2.hold_row[]) RETURNS loge.hold_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_hold(id => r.id, version => r.version, show_no => r.show_no, status => r.status, ending => r.ending, source => r.source, holder => r.holder, till => r.till, email => r.email, created_at => r.created_at, expires_at => r.expires_at, ceiling_at => r.ceiling_at, ended_at => r.ended_at, paying_until => r.paying_until, sale => r.sale))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.sale_row[]) RETURNS loge.sale_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_sale(id => r.id, version => r.version, code => r.code, show_no => r.show_no, status => r.status, hold => r.hold, customer => r.customer, shift => r.shift, name => r.name, email => r.email, currency => r.currency, total => r.total, paid => r.paid, sold_by => r.sold_by, till => r.till, sold_at => r.sold_at, collected_at => r.collected_at))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.ticket_row[]) RETURNS loge.ticket_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_ticket(sale => r.sale, id => r.id, version => r.version, code => r.code, show_no => r.show_no, seat_no => r.seat_no, status => r.status, type => r.type, class_no => r.class_no, generation => r.generation, price => r.price, discount => r.discount, fee => r.fee, tax => r.tax, total => r.total, sold_at => r.sold_at, sold_by => r.sold_by, till => r.till, ended_at => r.ended_at, ended_by => r.ended_by, ended_till => r.ended_till, kept => r.kept, late => r.late))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.payment_row[]) RETURNS loge.payment_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_payment(sale => r.sale, id => r.id, shift => r.shift, tender => r.tender, amount => r.amount, given => r.given, auth => r.auth, voucher => r.voucher, reason => r.reason, at => r.at, late_at => r.late_at))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.shift_row[]) RETURNS loge.shift_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_shift(id => r.id, version => r.version, till => r.till, staff => r.staff, opened_at => r.opened_at, closed_at => r.closed_at, float_amount => r.float_amount, currency => r.currency, expected_cash => r.expected_cash, expected_card => r.expected_card, expected_voucher => r.expected_voucher, counted_cash => r.counted_cash, counted_card => r.counted_card, counted_voucher => r.counted_voucher, reason => r.reason))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.move_row[]) RETURNS loge.move_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_move(shift => r.shift, id => r.id, kind => r.kind, amount => r.amount, reason => r.reason, at => r.at))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.customer_row[]) RETURNS loge.customer_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_customer(id => r.id, version => r.version, name => r.name, email => r.email, phone => r.phone, created_at => r.created_at))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.waiter_row[]) RETURNS loge.waiter_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_waiter(id => r.id, version => r.version, show_no => r.show_no, status => r.status, name => r.name, email => r.email, phone => r.phone, party => r.party, class_no => r.class_no, section => r.section, accessible => r.accessible, aisle => r.aisle, together => r.together, joined_at => r.joined_at, hold => r.hold, code => r.code, till => r.till))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.voucher_row[]) RETURNS loge.voucher_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_voucher(code => r.code, version => r.version, kind => r.kind, value => r.value, budget => r.budget, used => r.used, lent => r.lent, max_uses => r.max_uses, uses => r.uses, lent_uses => r.lent_uses, max_tickets => r.max_tickets, valid_from => r.valid_from, valid_until => r.valid_until, show_no => r.show_no, disabled => r.disabled))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.scan_row[]) RETURNS loge.scan_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_scan(id => r.id, at => r.at, show_no => r.show_no, gate => r.gate, code => r.code, overridden => r.overridden, leaving => r.leaving, ticket => r.ticket, label => r.label, till => r.till, actor => r.actor, approver => r.approver, reason => r.reason, act => r.act))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.checkin_row[]) RETURNS loge.checkin_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_checkin(ticket => r.ticket, version => r.version, entry => r.entry, show_no => r.show_no, status => r.status, weight_g => r.weight_g, fee => r.fee, at => r.at, till => r.till, tender => r.tender, paid => r.paid, given => r.given, auth => r.auth, voucher => r.voucher, shift => r.shift, late_at => r.late_at))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.entry[]) RETURNS loge.sync_entry[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_sync_entry(n => r.n, seq => r.seq, epoch => r.epoch, uid => r.uid, place => r.place, size => r.size, state => r.state, reason => r.reason, heading => r.heading, made_at => r.made_at, act => r.act, actor => r.actor, approver => r.approver, why => r.why, note => r.note, answer => r.answer, done => r.done, left_show => r.left_show, left_seat => r.left_seat, left_version => r.left_version, address => r.address, client => r.client))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.step[]) RETURNS loge.sync_step[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_sync_step(n => r.n, entry => r.entry, show_no => r.show_no, seat_no => r.seat_no, seen => r.seen, act => r.act, was => r.was, became => r.became, holder => r.holder, prior => r.prior, held_until => r.held_until))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.note[]) RETURNS loge.sync_note[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_sync_note(n => r.n, entry => r.entry, act => r.act, show_no => r.show_no, subject => r.subject, note => r.note))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.admission[]) RETURNS loge.sync_admission[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_sync_admission(ticket => r.ticket, show_no => r.show_no, inside => r.inside, entries => r.entries, at => r.at, gate => r.gate, counted => r.counted, first_at => r.first_at, twice => r.twice))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.conflict[]) RETURNS loge.sync_conflict[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_sync_conflict(entry => r.entry, show_no => r.show_no, seats => r.seats, owners => r.owners, sale => r.sale, ticket => r.ticket, amount => r.amount, about => r.about))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(b sync2.batch) RETURNS loge.sync_batch LANGUAGE sql STABLE AS $$
    SELECT ROW(b.bytes, sync2.today(b.entries), sync2.today(b.steps), sync2.today(b.notes),
        sync2.today(b.holds), sync2.today(b.changed_holds), sync2.today(b.sales), sync2.today(b.tickets),
        sync2.today(b.payments), sync2.today(b.shifts), sync2.today(b.moves), sync2.today(b.customers),
        sync2.today(b.waiters), sync2.today(b.vouchers), sync2.today(b.admissions), sync2.today(b.scans),
        sync2.today(b.conflicts))::loge.sync_batch
$$;

-- ---- what a till says -------------------------------------------------------------------------------

CREATE FUNCTION sync2.enrol(of_device uuid, of_till text, key bytea, shown bytea,
    OUT house_uid uuid, OUT till_no integer)
RETURNS record LANGUAGE sql AS $$
    SELECT * FROM loge.enrol(of_device, of_till, key, shown)
$$;

CREATE FUNCTION sync2.open(till_revision integer, of_device uuid, shown bytea, waits boolean)
RETURNS TABLE (till text, no integer, public_key bytea, quarantine smallint, epoch bigint,
    granted bigint, session bigint, start_seq bigint, last_seq bigint, start_hash bytea,
    last_hash bytea, lent boolean, recall boolean, boot uuid, mono bigint, wall bigint,
    heard_at bigint, house_uid uuid, now_ms bigint, rebase boolean, paid_beats_hold boolean,
    reseat_most integer, lease_ms bigint, last_event bigint, nonce bigint) LANGUAGE sql AS $$
    SELECT o.till, o.no, o.public_key, o.quarantine, o.epoch, o.granted, o.session, o.start_seq,
        o.last_seq, o.start_hash, o.last_hash, o.lent, o.recall, o.boot, o.mono, o.wall, o.heard_at,
        o.house_uid, o.now_ms, o.rebase, o.paid_beats_hold, o.reseat_most, o.lease_ms, o.last_event,
        o.nonce
    FROM loge.sync_open(till_revision, of_device, shown, waits) AS o
$$;

CREATE FUNCTION sync2.head(of_device uuid, shown bytea, h sync2.head, used integer)
RETURNS void LANGUAGE sql AS $$
    SELECT loge.sync_head(of_device, shown, ROW(h.epoch, h.granted, h.session, h.start_seq, h.last_seq,
        h.start_hash, h.last_hash, h.quarantine, h.lent, h.recall, h.boot, h.mono, h.wall,
        h.heard_at)::loge.journal_head, used)
$$;

CREATE FUNCTION sync2.doubt(of_device uuid, shown bytea, what smallint, of_epoch bigint,
    of_seq bigint, of_hash bytea, of_signature bytea, sworn bytea)
RETURNS void LANGUAGE sql AS $$
    SELECT loge.sync_doubt(of_device, shown, what, of_epoch, of_seq, of_hash, of_signature, sworn)
$$;

CREATE FUNCTION sync2.nonce(of_device uuid, shown bytea, of_nonce bigint)
RETURNS void LANGUAGE sql AS $$
    SELECT loge.sync_nonce(of_device, shown, of_nonce)
$$;

CREATE FUNCTION sync2.told(of_device uuid, shown bytea, of_epoch bigint, of_seq bigint)
RETURNS void LANGUAGE sql AS $$
    SELECT loge.sync_told(of_device, shown, of_epoch, of_seq)
$$;

CREATE FUNCTION sync2.unknown_acts(shown bytea, now_past text, was_past text, keys uuid[],
    times bigint[])
RETURNS SETOF uuid LANGUAGE sql AS $$
    SELECT loge.unknown_acts(shown, now_past, was_past, keys, times)
$$;

CREATE FUNCTION sync2.read(of_device uuid, shown bytea, wish sync2.wish)
RETURNS TABLE (kind smallint, seq bigint, epoch bigint, show_no integer, seat_no integer,
    version bigint, a bigint, b bigint, c bigint, d bigint, id_a uuid, id_b uuid, x bytea, y bytea) LANGUAGE sql AS $$
    SELECT r.kind, r.seq, r.epoch, r.show_no, r.seat_no, r.version, r.a, r.b, r.c, r.d, r.id_a, r.id_b,
        r.x, r.y
    FROM loge.sync_read(of_device, shown, ROW(wish.epoch, wish.shows, wish.seats, wish.first_seq,
        wish.last_seq, wish.keys, wish.afters, wish.tickets, wish.people)::loge.sync_wish) AS r
$$;

CREATE FUNCTION sync2.events(after bigint, most integer)
RETURNS TABLE (horizon bigint, id bigint, show_no integer, seat_no integer, version bigint,
    status smallint, holder uuid, held_until bigint, open_to smallint, allotment integer,
    terms bigint) LANGUAGE sql AS $$
    SELECT e.horizon, e.id, e.show_no, e.seat_no, e.version, e.status, e.holder, e.held_until,
        e.open_to, e.allotment, e.terms
    FROM loge.sync_events(after, most) AS e
$$;

CREATE FUNCTION sync2.checkins(tickets uuid[])
RETURNS SETOF sync2.checkin_row LANGUAGE sql AS $$
    SELECT c.ticket, c.version, c.entry, c.show_no, c.status, c.weight_g, c.fee, c.at, c.till, c.tender, c.paid, c.given, c.auth, c.voucher, c.shift, c.late_at
    FROM loge.checkin AS c WHERE c.ticket = ANY (tickets)
$$;

CREATE FUNCTION sync2.write(of_device uuid, shown bytea, batch sync2.batch)
RETURNS integer LANGUAGE sql AS $$
    SELECT loge.sync_write(of_device, shown, sync2.today(batch))
$$;

CREATE FUNCTION sync2.bags(of_device uuid, shown bytea, bags sync2.checkin_row[], seen bigint[])
RETURNS void LANGUAGE sql AS $$
    SELECT loge.sync_bags(of_device, shown, sync2.today(bags), seen)
$$;

CREATE FUNCTION sync2.salvage(of_device uuid, shown bytea, money sync2.payment_row[])
RETURNS void LANGUAGE sql AS $$
    SELECT loge.sync_salvage(of_device, shown, sync2.today(money))
$$;

CREATE FUNCTION sync2.salvage_moves(of_device uuid, shown bytea, moves sync2.move_row[])
RETURNS void LANGUAGE sql AS $$
    SELECT loge.sync_salvage_moves(of_device, shown, sync2.today(moves))
$$;

GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA sync2
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
