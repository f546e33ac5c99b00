-- Rows as acts bring them, and who acts.

-- ---- the rows of an act -----------------------------------------------------------------------
-- One type a kind of row (src/domain/row). version is the one seen; 0: the row is new.

-- A seat that changes, or (act NULL) one that must not have moved. n counts the changes.
CREATE TYPE loge.step AS (n integer, show_no integer, seat_no integer, seen bigint, act smallint,
    was smallint, became smallint, holder uuid, prior uuid, held_until bigint, open_to smallint);
CREATE TYPE loge.note_row AS (act smallint, show_no integer, subject uuid, note text);
CREATE TYPE loge.hold_row AS ({types hold});
CREATE TYPE loge.sale_row AS ({types sale});
CREATE TYPE loge.ticket_row AS ({types ticket});
CREATE TYPE loge.payment_row AS ({types payment});
CREATE TYPE loge.shift_row AS ({types shift});
CREATE TYPE loge.move_row AS ({types shift_move});
CREATE TYPE loge.customer_row AS ({types customer});
CREATE TYPE loge.waiter_row AS ({types waiter});
CREATE TYPE loge.voucher_row AS ({types voucher});
CREATE TYPE loge.loan_row AS ({types voucher_loan});
CREATE TYPE loge.staff_row AS ({types staff});
CREATE TYPE loge.conflict_row AS ({types conflict});
CREATE TYPE loge.key_row AS ({types ticket_key});
CREATE TYPE loge.admission_row AS ({types admission});
CREATE TYPE loge.scan_row AS ({types scan}, act uuid);
CREATE TYPE loge.checkin_row AS ({types checkin});
CREATE TYPE loge.intent_row AS ({types intent});
CREATE TYPE loge.abuse_row AS ({types abuse});

-- Who acts, for the functions inside: house, name and role from the login; may: a bit for each
-- role whose rights count (enum role_bit), the approver's too; base: of this transaction's event ids.
-- offers: holds in no basket that keep seats for losers, of the conflicts that the act is about. proven: the
-- till whose key the act was shown with; NULL: none of this house.
CREATE TYPE loge.doer AS (house integer, name text, role smallint, carries boolean, may integer,
    till text, base bigint, now_ms bigint, offers uuid[], proven text);

-- An act, and the rows it brings. They come from the program as one value each. shown: what only the key of
-- its till gives (loge.who_at).
CREATE TYPE loge.act AS (key uuid, print bytea, act smallint, actor text, till text, actor_role smallint,
    approver text, reason text, note text, answer text, address text, client text, shown bytea);
CREATE TYPE loge.changes AS (steps loge.step[], new_holds loge.hold_row[], holds loge.hold_row[],
    notes loge.note_row[], sales loge.sale_row[], tickets loge.ticket_row[], payments loge.payment_row[],
    shifts loge.shift_row[], moves loge.move_row[], customers loge.customer_row[], waiters loge.waiter_row[],
    vouchers loge.voucher_row[], people loge.staff_row[], halls jsonb, shows jsonb,
    loans loge.loan_row[]);

-- What became of its steps: how many are changes, who had each seat before (by change), which holds end by
-- themselves, whether a seat changes twice, leaves a hold, and is or was sold.
CREATE TYPE loge.judged AS (verdict integer, changes integer, befores uuid[], ended uuid[], twice boolean,
    closes boolean, sells boolean);
-- Rows that an act changes, as they were before it.
CREATE TYPE loge.past AS (holds loge.hold[], sales loge.sale[], tickets loge.ticket[], shifts loge.shift[],
    vouchers loge.voucher[]);

-- ---- what a till brings -------------------------------------------------------------------------
-- One type a kind of row, in the order in which src/adapter/pg_sync_rows.c writes them.

CREATE TYPE loge.sync_entry AS ({types sync_entry});
CREATE TYPE loge.sync_step AS ({types sync_step});
CREATE TYPE loge.sync_note AS ({types sync_note});
CREATE TYPE loge.sync_admission AS ({types sync_admission});
CREATE TYPE loge.sync_conflict AS ({types sync_conflict});

-- A batch that was judged: its entries' bytes, and what they make of the house.
CREATE TYPE loge.sync_batch AS (bytes bytea, entries loge.sync_entry[], steps loge.sync_step[],
    notes loge.sync_note[], holds loge.hold_row[], changed_holds loge.hold_row[], sales loge.sale_row[],
    tickets loge.ticket_row[], payments loge.payment_row[], shifts loge.shift_row[], moves loge.move_row[],
    customers loge.customer_row[], waiters loge.waiter_row[], vouchers loge.voucher_row[],
    admissions loge.sync_admission[], scans loge.scan_row[], conflicts loge.sync_conflict[]);
-- What a batch asks of the house before it is judged: how its seats stand and, by seq or key, what became
-- of entries; where seats were left by the entries with the numbers afters; who came in by tickets; which of
-- these people have signed in at the till.
CREATE TYPE loge.sync_wish AS (epoch bigint, shows integer[], seats integer[], first_seq bigint,
    last_seq bigint, keys uuid[], afters bigint[], tickets uuid[], people text[]);
-- How a journal stands after a message.
CREATE TYPE loge.journal_head AS (epoch bigint, granted bigint, session bigint, start_seq bigint,
    last_seq bigint, start_hash bytea, last_hash bytea, quarantine smallint, lent boolean, recall boolean,
    boot uuid, mono bigint, wall bigint, heard_at bigint);

-- ---- making rows ----------------------------------------------------------------------------------
-- A row from the fields that somebody names; the others are blank. What tills of an older revision send
-- is made into rows of today by these (sync2.sql), so a row may have fields that they never heard of. A
-- field that goes stays as a parameter here until the last revision that sends it has gone.

CREATE FUNCTION loge.a_hold({blanks hold}) RETURNS loge.hold_row
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns hold})::loge.hold_row;
CREATE FUNCTION loge.a_sale({blanks sale}) RETURNS loge.sale_row
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns sale})::loge.sale_row;
CREATE FUNCTION loge.a_ticket({blanks ticket}) RETURNS loge.ticket_row
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns ticket})::loge.ticket_row;
CREATE FUNCTION loge.a_payment({blanks payment}) RETURNS loge.payment_row
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns payment})::loge.payment_row;
CREATE FUNCTION loge.a_shift({blanks shift}) RETURNS loge.shift_row
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns shift})::loge.shift_row;
CREATE FUNCTION loge.a_move({blanks shift_move}) RETURNS loge.move_row
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns shift_move})::loge.move_row;
CREATE FUNCTION loge.a_customer({blanks customer}) RETURNS loge.customer_row
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns customer})::loge.customer_row;
CREATE FUNCTION loge.a_waiter({blanks waiter}) RETURNS loge.waiter_row
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns waiter})::loge.waiter_row;
CREATE FUNCTION loge.a_voucher({blanks voucher}) RETURNS loge.voucher_row
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns voucher})::loge.voucher_row;
CREATE FUNCTION loge.a_scan({blanks scan}, act uuid DEFAULT NULL) RETURNS loge.scan_row
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns scan}, act)::loge.scan_row;
CREATE FUNCTION loge.a_checkin({blanks checkin}) RETURNS loge.checkin_row
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns checkin})::loge.checkin_row;
CREATE FUNCTION loge.a_sync_entry({blanks sync_entry}) RETURNS loge.sync_entry
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns sync_entry})::loge.sync_entry;
CREATE FUNCTION loge.a_sync_step({blanks sync_step}) RETURNS loge.sync_step
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns sync_step})::loge.sync_step;
CREATE FUNCTION loge.a_sync_note({blanks sync_note}) RETURNS loge.sync_note
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns sync_note})::loge.sync_note;
CREATE FUNCTION loge.a_sync_admission({blanks sync_admission}) RETURNS loge.sync_admission
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns sync_admission})::loge.sync_admission;
CREATE FUNCTION loge.a_sync_conflict({blanks sync_conflict}) RETURNS loge.sync_conflict
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ROW({columns sync_conflict})::loge.sync_conflict;

GRANT USAGE ON TYPE loge.note_row, loge.hold_row, loge.sale_row, loge.ticket_row,
    loge.payment_row, loge.shift_row, loge.move_row, loge.customer_row, loge.waiter_row,
    loge.voucher_row, loge.key_row, loge.admission_row, loge.scan_row, loge.checkin_row,
    loge.sync_entry, loge.sync_step, loge.sync_note, loge.sync_admission, loge.sync_conflict,
    loge.sync_batch, loge.sync_wish, loge.journal_head
    TO loge_fn, loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT USAGE ON TYPE loge.intent_row TO loge_fn, loge_manager, loge_service;
GRANT USAGE ON TYPE loge.abuse_row TO loge_fn, loge_supervisor, loge_manager, loge_service;
GRANT USAGE ON TYPE loge.step, loge.staff_row, loge.loan_row
    TO loge_fn, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT USAGE ON TYPE loge.act, loge.changes
    TO loge_fn, loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT USAGE ON TYPE loge.doer, loge.judged, loge.past TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.a_hold, loge.a_sale, loge.a_ticket, loge.a_payment, loge.a_shift,
    loge.a_move, loge.a_customer, loge.a_waiter, loge.a_voucher, loge.a_scan, loge.a_checkin,
    loge.a_sync_entry, loge.a_sync_step, loge.a_sync_note, loge.a_sync_admission,
    loge.a_sync_conflict
    TO loge_fn, loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
