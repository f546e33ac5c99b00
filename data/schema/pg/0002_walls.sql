-- The walls: who sees and does what, and the rows an act brings.

-- ---- a house sees itself ----------------------------------------------------------------------

DO $$
DECLARE
    t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['house', 'staff', 'approval', 'device', 'customer', 'hall',
        'hall_class', 'hall_section', 'hall_row', 'hall_seat', 'hall_area', 'show', 'price',
        'show_seat', 'hold', 'claim', 'shift', 'shift_move', 'sale', 'ticket', 'payment',
        'voucher', 'waitlist', 'event', 'seal', 'receipt']
    LOOP
        EXECUTE format('ALTER TABLE loge.%I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE loge.%I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY own_house ON loge.%I USING (house = '
            '(SELECT l.house FROM loge.login AS l WHERE l.login = session_user))', t);
    END LOOP;
END
$$;

-- A person who was disabled has no house from that moment on.
ALTER TABLE loge.login ENABLE ROW LEVEL SECURITY;
ALTER TABLE loge.login FORCE ROW LEVEL SECURITY;
CREATE POLICY own_login ON loge.login USING (login = session_user AND NOT disabled);

-- Who makes logins has to see them all; loge_staffer only owns the functions that do it.
CREATE POLICY every_login ON loge.login TO loge_staffer USING (true);
CREATE POLICY every_house ON loge.house FOR SELECT TO loge_staffer USING (true);
CREATE POLICY every_person ON loge.staff TO loge_staffer USING (true);

-- Of everybody else's holds a scanner knows the seats, and no name or address.
CREATE POLICY own_holds ON loge.hold AS RESTRICTIVE FOR SELECT TO loge_scanner
    USING (holder = (SELECT l.name FROM loge.login AS l WHERE l.login = session_user));

-- ---- reading ----------------------------------------------------------------------------------

GRANT SELECT ON loge.house, loge.login, loge.hall, loge.hall_class, loge.hall_section,
    loge.hall_row, loge.hall_seat, loge.hall_area, loge.show, loge.price, loge.show_seat,
    loge.ticket, loge.hold, loge.claim
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT SELECT ON loge.device, loge.customer, loge.shift, loge.shift_move, loge.sale, loge.payment,
    loge.voucher, loge.waitlist, loge.receipt
    TO loge_clerk, loge_supervisor, loge_manager, loge_service;
-- The counter follows the log without reading who did what.
GRANT SELECT (house, id, show_no, seat_no, version) ON loge.event TO loge_scanner, loge_clerk;
GRANT SELECT ON loge.event, loge.seal TO loge_supervisor, loge_manager, loge_service;

-- ---- writing: only through the functions of loge_fn -------------------------------------------

GRANT SELECT ON loge.house, loge.login, loge.approval, loge.event, loge.seal, loge.receipt
    TO loge_fn;
GRANT SELECT, INSERT, UPDATE ON loge.staff, loge.device, loge.customer, loge.hall, loge.hall_seat,
    loge.show, loge.price, loge.show_seat, loge.hold, loge.claim, loge.shift, loge.sale,
    loge.ticket, loge.voucher, loge.waitlist TO loge_fn;
GRANT SELECT, INSERT ON loge.payment, loge.shift_move TO loge_fn;
GRANT INSERT ON loge.event, loge.seal, loge.receipt, loge.approval TO loge_fn;
GRANT UPDATE (house) ON loge.house TO loge_fn; -- to lock its row, for one sealer at a time
GRANT SELECT, INSERT, DELETE ON loge.hall_class, loge.hall_section, loge.hall_row, loge.hall_area
    TO loge_fn;
GRANT SELECT, INSERT, UPDATE ON loge.login, loge.staff TO loge_staffer;
GRANT SELECT ON loge.house TO loge_staffer;

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
CREATE TYPE loge.staff_row AS ({types staff});

-- Who acts, for the functions inside: house, name and role from the login; may: a bit for each
-- role whose rights count (enum role_bit), the approver's too; base: of this transaction's event ids.
CREATE TYPE loge.doer AS (house integer, name text, role smallint, carries boolean, may integer,
    till text, base bigint, now_ms bigint);

GRANT USAGE ON TYPE loge.step, loge.note_row, loge.hold_row, loge.sale_row, loge.ticket_row,
    loge.payment_row, loge.shift_row, loge.move_row, loge.customer_row, loge.waiter_row,
    loge.voucher_row, loge.staff_row
    TO loge_fn, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT USAGE ON TYPE loge.doer TO loge_fn;

-- ---- what the program writes --------------------------------------------------------------------
-- These five are replaced whenever a program brings its schema (src/adapter/pg_schema.c).

-- What a seat may become, from src/domain/transitions.def, as was * 10000 + act * 100 + became.
CREATE FUNCTION loge.steps() RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN '{}'::integer[];
-- The number of the newest migration.
CREATE FUNCTION loge.schema() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 0;
-- The newest revision of sync (0023_revision.sql).
CREATE FUNCTION loge.sync_revision() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 0;
GRANT EXECUTE ON FUNCTION loge.sync_revision TO loge_fn, loge_staffer, loge_scanner, loge_clerk,
    loge_supervisor, loge_manager, loge_service;
-- The cluster the houses were set up in, and what is added to its transaction ids to make event
-- ids: those still grow after a restore into another cluster, whose transaction ids began anew.
CREATE FUNCTION loge.cluster() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 0::bigint;
CREATE FUNCTION loge.event_base() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN 0::bigint;

-- ---- the clock of the house -------------------------------------------------------------------

CREATE FUNCTION loge.now_ms() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
    RETURN (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
GRANT EXECUTE ON FUNCTION loge.now_ms() TO loge_fn, loge_scanner, loge_clerk, loge_supervisor,
    loge_manager, loge_service, loge_staffer;
