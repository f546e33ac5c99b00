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

CREATE TYPE sync2.hold_row AS ({types hold});
CREATE TYPE sync2.sale_row AS ({types sale});
CREATE TYPE sync2.ticket_row AS ({types ticket});
CREATE TYPE sync2.payment_row AS ({types payment});
CREATE TYPE sync2.shift_row AS ({types shift});
CREATE TYPE sync2.move_row AS ({types shift_move});
CREATE TYPE sync2.customer_row AS ({types customer});
CREATE TYPE sync2.waiter_row AS ({types waiter});
CREATE TYPE sync2.voucher_row AS ({types voucher});
CREATE TYPE sync2.scan_row AS ({types scan}, act uuid);
CREATE TYPE sync2.checkin_row AS ({types checkin});
CREATE TYPE sync2.entry AS ({types sync_entry});
CREATE TYPE sync2.step AS ({types sync_step});
CREATE TYPE sync2.note AS ({types sync_note});
CREATE TYPE sync2.admission AS ({types sync_admission});
CREATE TYPE sync2.conflict AS ({types sync_conflict});
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
    SELECT array_agg(loge.a_hold({makes hold r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.sale_row[]) RETURNS loge.sale_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_sale({makes sale r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.ticket_row[]) RETURNS loge.ticket_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_ticket({makes ticket r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.payment_row[]) RETURNS loge.payment_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_payment({makes payment r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.shift_row[]) RETURNS loge.shift_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_shift({makes shift r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.move_row[]) RETURNS loge.move_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_move({makes shift_move r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.customer_row[]) RETURNS loge.customer_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_customer({makes customer r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.waiter_row[]) RETURNS loge.waiter_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_waiter({makes waiter r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.voucher_row[]) RETURNS loge.voucher_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_voucher({makes voucher r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.scan_row[]) RETURNS loge.scan_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_scan({makes scan r}, act => r.act))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.checkin_row[]) RETURNS loge.checkin_row[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_checkin({makes checkin r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.entry[]) RETURNS loge.sync_entry[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_sync_entry({makes sync_entry r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.step[]) RETURNS loge.sync_step[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_sync_step({makes sync_step r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.note[]) RETURNS loge.sync_note[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_sync_note({makes sync_note r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.admission[]) RETURNS loge.sync_admission[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_sync_admission({makes sync_admission r}))
    FROM unnest(rows) AS r
$$;
CREATE FUNCTION sync2.today(rows sync2.conflict[]) RETURNS loge.sync_conflict[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(loge.a_sync_conflict({makes sync_conflict r}))
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
    SELECT {columns checkin c}
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
