-- Journals that tills bring home: who brings them, what was in them, and what became of it.
--
-- A till's program judges its own journal (src/domain/house_sync.h) on a connection of whoever is
-- signed in there, one message a transaction. What it may do so is walled in here: it has to show
-- what only the till's key gives, it moves its own till's money and nobody else's, every step of a
-- seat is one of the table, and every entry is kept as it was signed, so that who forged one can be
-- found out for ever.
--
-- Numbers: state is enum entry_state, heading enum merge_class, quarantine enum quarantine.

ALTER TABLE loge.house ADD COLUMN uid uuid NOT NULL DEFAULT gen_random_uuid();

-- What a house wants done with entries that do not fit. No row: as the columns say.
CREATE TABLE loge.policy (
    house integer PRIMARY KEY REFERENCES loge.house,
    rebase boolean NOT NULL DEFAULT true,
    paid_beats_hold boolean NOT NULL DEFAULT false,
    reseat_most integer NOT NULL DEFAULT 6 CHECK (reseat_most BETWEEN 0 AND 100),
    lease_ms bigint NOT NULL DEFAULT 86400000 CHECK (lease_ms > 0),
    decide_ms bigint NOT NULL DEFAULT 3600000 CHECK (decide_ms >= 0), -- before the doors open
    web_refund boolean NOT NULL DEFAULT false, -- customers of the web may return tickets ...
    web_refund_until_ms bigint NOT NULL DEFAULT 86400000 CHECK (web_refund_until_ms >= 0),
    web_refund_fees boolean NOT NULL DEFAULT true, -- ... and the house keeps its fees
    list_ms bigint NOT NULL DEFAULT 1800000 CHECK (list_ms > 0), -- an older list of tickets is old
    list_scanner boolean NOT NULL DEFAULT false, -- a scanner admits by one without a supervisor
    bag_limit_g integer NOT NULL DEFAULT :BAG_LIMIT_G CHECK (bag_limit_g BETWEEN 0 AND :BAG_MOST_G),
    bag_fee bigint NOT NULL DEFAULT :BAG_FEE CHECK (bag_fee >= 0), -- of a heavier one
    version bigint NOT NULL CHECK (version > 0)
);

-- A till's journal: how far the house has it. proof: SHA-256 of what only its key gives.
CREATE TABLE loge.journal (
    house integer NOT NULL REFERENCES loge.house,
    device uuid NOT NULL,
    till text NOT NULL CHECK (till <> ''),
    no integer NOT NULL CHECK (no BETWEEN 1 AND 65535),
    public_key bytea NOT NULL CHECK (length(public_key) = 32),
    proof bytea NOT NULL CHECK (length(proof) = 32),
    enrolled_by text NOT NULL,
    enrolled_at bigint NOT NULL,
    epoch bigint NOT NULL DEFAULT 1 CHECK (epoch > 0),
    granted bigint NOT NULL DEFAULT 0,
    session bigint NOT NULL DEFAULT 0,
    start_seq bigint NOT NULL DEFAULT 0,
    last_seq bigint NOT NULL DEFAULT 0,
    start_hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'
        CHECK (length(start_hash) = 32),
    last_hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'
        CHECK (length(last_hash) = 32),
    quarantine smallint NOT NULL DEFAULT :QUARANTINE_NONE
        CHECK (quarantine BETWEEN :QUARANTINE_NONE AND :QUARANTINE_REVOKED),
    lent boolean NOT NULL DEFAULT false,
    recall boolean NOT NULL DEFAULT false,
    boot uuid,
    mono bigint NOT NULL DEFAULT 0,
    wall bigint NOT NULL DEFAULT 0,
    heard_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (house, device)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX journal_no ON loge.journal (house, no);
-- Of a till that was declared dead another device may take the place.
CREATE UNIQUE INDEX journal_till ON loge.journal (house, till) WHERE quarantine <> :QUARANTINE_REVOKED;

-- Every entry as it was written and signed, and its verdict, for ever. left_: the version of each
-- of its seats that whatever stands on it will look for.
CREATE TABLE loge.entry (
    house integer NOT NULL,
    device uuid NOT NULL,
    seq bigint NOT NULL,
    epoch bigint NOT NULL,
    uid uuid, -- NULL: it could not be read
    hash bytea NOT NULL CHECK (length(hash) = 32),
    signature bytea NOT NULL CHECK (length(signature) = 64),
    fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
    state smallint NOT NULL CHECK (state BETWEEN :ENTRY_ACCEPTED AND :ENTRY_EXPIRED),
    reason smallint NOT NULL,
    heading smallint NOT NULL,
    made_at bigint NOT NULL,
    at bigint NOT NULL,
    brought_by text NOT NULL,
    left_show integer[] NOT NULL,
    left_seat integer[] NOT NULL,
    left_version bigint[] NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (house, device, seq, epoch)
);
CREATE INDEX entry_uid ON loge.entry (house, uid);

-- Seats that are lent to a till; show_seat.allotment is its number.
CREATE TABLE loge.lent (
    house integer NOT NULL,
    show_no integer NOT NULL,
    seat_no integer NOT NULL,
    device uuid NOT NULL,
    lent_by text NOT NULL,
    lent_at bigint NOT NULL,
    PRIMARY KEY (house, show_no, seat_no),
    FOREIGN KEY (house, device) REFERENCES loge.journal,
    FOREIGN KEY (house, show_no, seat_no) REFERENCES loge.show_seat
);
CREATE INDEX lent_device ON loge.lent (house, device);

-- What a person has to know or decide: an entry that did not fit, or that cost somebody else a seat.
-- id: the entry's key. owners: who had each of the seats then (a hold or a sale; NULL: nobody).
CREATE TABLE loge.conflict (
    house integer NOT NULL,
    id uuid NOT NULL,
    device uuid NOT NULL,
    till text NOT NULL,
    seq bigint NOT NULL,
    heading smallint NOT NULL,
    reason smallint NOT NULL,
    actor text NOT NULL,
    made_at bigint NOT NULL,
    at bigint NOT NULL,
    deadline bigint NOT NULL,
    show_no integer NOT NULL, -- 0: not about seats
    seats integer[] NOT NULL,
    owners uuid[] NOT NULL,
    sale uuid,     -- of the loser: its money is here, its tickets are not valid
    ticket uuid,   -- admitted twice
    proposal uuid, -- the hold that keeps other seats for the loser
    outcome smallint NOT NULL DEFAULT :CONFLICT_OPEN,
    decided_by text NOT NULL DEFAULT '',
    decided_at bigint NOT NULL DEFAULT 0,
    note text NOT NULL DEFAULT '',
    version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, sale) REFERENCES loge.sale,
    FOREIGN KEY (house, proposal) REFERENCES loge.hold
);
CREATE INDEX conflict_open ON loge.conflict (house, deadline) WHERE outcome = :CONFLICT_OPEN;
CREATE UNIQUE INDEX conflict_proposal ON loge.conflict (house, proposal)
    WHERE proposal IS NOT NULL;

-- Of a ticket that was let in while the house was out of reach: the entry that counts.
ALTER TABLE loge.admission ADD COLUMN counted uuid;

DO $$
DECLARE
    t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['policy', 'journal', 'entry', 'lent', 'conflict']
    LOOP
        EXECUTE format('ALTER TABLE loge.%I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE loge.%I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY own_house ON loge.%I USING (house = '
            '(SELECT l.house FROM loge.login AS l WHERE l.login = session_user))', t);
    END LOOP;
END
$$;

GRANT SELECT ON loge.policy, loge.lent
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT SELECT (house, device, till, no, epoch, session, last_seq, quarantine, lent, recall, heard_at,
        enrolled_by, enrolled_at) ON loge.journal
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT SELECT (public_key, granted) ON loge.journal TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT ON loge.conflict TO loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT SELECT ON loge.entry TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE ON loge.policy, loge.journal, loge.conflict TO loge_fn;
GRANT SELECT, INSERT ON loge.entry TO loge_fn;
GRANT SELECT, INSERT, DELETE ON loge.lent TO loge_fn;

-- ---- tills --------------------------------------------------------------------------------------

-- Grows whenever a show's prices or its hall's plan change.
CREATE FUNCTION loge.terms(of_house integer, of_show integer) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT w.version + p.plan_version
    FROM loge.show AS w JOIN loge.hall AS p ON p.house = w.house AND p.no = w.hall_no
    WHERE w.house = of_house AND w.no = of_show
$$;

-- Who may speak for a till: whoever has its key; about it, a supervisor. ANSWER_NOT_ALLOWED otherwise.
CREATE FUNCTION loge.speaks_for(me loge.doer, j loge.journal, shown bytea) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF me.house IS NULL OR j.device IS NULL OR NOT (me.may & :ROLE_BITS_OFFICE <> 0
            OR (shown IS NOT NULL AND sha256(shown) = j.proof)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
END
$$;

-- The journal that somebody speaks for, which nobody else moves until he is done.
CREATE FUNCTION loge.journal_for(me loge.doer, of_device uuid, shown bytea) RETURNS loge.journal
LANGUAGE plpgsql AS $$
DECLARE
    j loge.journal;
BEGIN
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device
    FOR NO KEY UPDATE;
    PERFORM loge.speaks_for(me, j, shown);
    RETURN j;
END
$$;

-- Makes a till's journal known: a supervisor for a new one; anybody, again, for the one that is
-- known with this very key. A till that was declared dead can be followed by another device.
CREATE FUNCTION loge.enrol_1(of_device uuid, of_till text, key bytea, shown bytea,
    OUT house_uid uuid, OUT till_no integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who(of_till);
    j loge.journal;
BEGIN
    IF me.house IS NULL THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    PERFORM 1 FROM loge.house AS o WHERE o.house = me.house FOR NO KEY UPDATE;
    SELECT o.uid INTO house_uid FROM loge.house AS o WHERE o.house = me.house;
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device;
    IF j.device IS NULL THEN
        IF me.may & :ROLE_BITS_OFFICE = 0 THEN
            PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
        END IF;
        INSERT INTO loge.journal (house, device, till, no, public_key, proof, enrolled_by,
            enrolled_at)
        SELECT me.house, of_device, of_till, coalesce(max(q.no), 0) + 1, key, sha256(shown), me.name,
            me.now_ms
        FROM loge.journal AS q WHERE q.house = me.house
        RETURNING * INTO j;
    ELSIF (j.till, j.public_key, j.proof) IS DISTINCT FROM (of_till, key, sha256(shown)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    ELSIF j.quarantine = :QUARANTINE_REVOKED AND EXISTS (SELECT 1 FROM loge.journal AS q
            WHERE q.house = me.house AND q.till = of_till AND q.quarantine <> :QUARANTINE_REVOKED) THEN
        RAISE unique_violation USING MESSAGE = 'another device has taken its place';
    END IF;
    till_no := j.no;
END
$$;

-- A till as the house knows it, and what its judging needs to know of the house. No row: there is
-- no such till, or it is somebody else who asks. waits: its row is locked until the end.
CREATE FUNCTION loge.sync_open_1(program_schema integer, of_device uuid, shown bytea, waits boolean)
RETURNS TABLE (till text, no integer, public_key bytea, quarantine smallint, epoch bigint,
    granted bigint, session bigint, start_seq bigint, last_seq bigint, start_hash bytea,
    last_hash bytea, lent boolean, recall boolean, boot uuid, mono bigint, wall bigint,
    heard_at bigint, house_uid uuid, now_ms bigint, rebase boolean, paid_beats_hold boolean,
    reseat_most integer, lease_ms bigint, last_event bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer;
    of_house integer;
    may integer;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION USING ERRCODE = 'LG002',
            MESSAGE = 'sync needs the isolation level READ COMMITTED';
    END IF;
    IF program_schema <> loge.schema() THEN
        RAISE EXCEPTION USING ERRCODE = 'LG003', MESSAGE = loge.schema()::text;
    END IF;
    SELECT l.house, 1 << l.role INTO of_house, may FROM loge.login AS l
    WHERE l.login = session_user;
    IF waits THEN
        PERFORM 1 FROM loge.journal AS q WHERE q.house = of_house AND q.device = of_device
        FOR NO KEY UPDATE;
    END IF;
    RETURN QUERY
    SELECT q.till, q.no, q.public_key, q.quarantine, q.epoch, q.granted, q.session, q.start_seq,
        q.last_seq, q.start_hash, q.last_hash, q.lent, q.recall, q.boot, q.mono, q.wall, q.heard_at,
        o.uid, loge.now_ms(), coalesce(p.rebase, true), coalesce(p.paid_beats_hold, false),
        coalesce(p.reseat_most, 6), coalesce(p.lease_ms, 86400000),
        ((pg_snapshot_xmax(pg_current_snapshot())::text::bigint + loge.event_base()) << 20) - 1
    FROM loge.journal AS q
    JOIN loge.house AS o ON o.house = q.house
    LEFT JOIN loge.policy AS p ON p.house = q.house
    WHERE q.house = of_house AND q.device = of_device
        AND (may & :ROLE_BITS_OFFICE <> 0 OR sha256(shown) = q.proof);
END
$$;

-- Takes over what is known of a till now. The till itself may only go on: a quarantine is lifted by
-- the epoch that a supervisor granted, and nothing is lent by it. used: events of this transaction.
-- A supervisor says why in the setting loge.why, for this transaction.
CREATE FUNCTION loge.sync_head_1(of_device uuid, shown bytea, of_epoch bigint, of_granted bigint,
    of_session bigint, of_start_seq bigint, of_last_seq bigint, of_start_hash bytea,
    of_last_hash bytea, of_quarantine smallint, of_lent boolean, of_recall boolean, of_boot uuid,
    of_mono bigint, of_wall bigint, of_heard_at bigint, used integer)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
BEGIN
    j := loge.journal_for(me, of_device, shown);
    IF me.may & :ROLE_BITS_OFFICE = 0 AND (of_epoch NOT IN (j.epoch, j.granted)
            OR (of_granted <> j.granted AND NOT (of_granted = 0 AND of_epoch = j.granted))
            OR (of_quarantine <> j.quarantine AND j.quarantine <> :QUARANTINE_NONE AND of_epoch = j.epoch)
            OR (of_lent AND NOT j.lent) OR (of_recall AND NOT j.recall)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    UPDATE loge.journal AS q SET epoch = of_epoch, granted = of_granted, session = of_session,
        start_seq = of_start_seq, last_seq = of_last_seq, start_hash = of_start_hash,
        last_hash = of_last_hash, quarantine = of_quarantine, lent = of_lent, recall = of_recall,
        boot = of_boot, mono = of_mono, wall = of_wall, heard_at = of_heard_at
    WHERE q.house = me.house AND q.device = of_device;
    IF j.quarantine <> of_quarantine OR j.granted < of_granted OR j.epoch <> of_epoch
            OR (of_recall AND NOT j.recall) THEN
        INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
            version, was, became, subject, held_ms, reason, note, key)
        VALUES (me.house, me.base + used + 1, me.now_ms, :ACT_TILL, me.name, j.till, '', me.role, 0, -1, 0,
            0, 0, of_device, 0, left(coalesce(current_setting('loge.why', true), ''), 39),
            CASE WHEN j.granted < of_granted THEN 'readmitted'
                WHEN of_recall AND NOT j.recall THEN 'recall'
                WHEN of_quarantine = :QUARANTINE_NONE THEN 'epoch ' || of_epoch
                ELSE (ARRAY['fork', 'rollback', 'forged', 'revoked'])[of_quarantine] END, NULL);
    END IF;
END
$$;

-- ---- lent seats ---------------------------------------------------------------------------------

-- Lends seats that are free to a till. ANSWER_SEAT_TAKEN: one of them is not, nothing is lent.
CREATE FUNCTION loge.lend_1(of_device uuid, shows integer[], seats integer[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    done integer;
BEGIN
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device;
    IF me.house IS NULL OR me.may & :ROLE_BITS_OFFICE = 0 OR j.device IS NULL
            OR j.quarantine <> :QUARANTINE_NONE THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    WITH wanted AS MATERIALIZED (
        SELECT t.show_no, t.seat_no, t.version
        FROM unnest(shows, seats) AS r (show_no, seat_no)
        JOIN loge.show_seat AS t ON t.house = me.house AND t.show_no = r.show_no
            AND t.seat_no = r.seat_no AND NOT t.retired
        WHERE t.status = :SEAT_AVAILABLE AND t.allotment = 0
        ORDER BY t.show_no, t.seat_no
        FOR NO KEY UPDATE OF t
    ), changed AS (
        UPDATE loge.show_seat AS t SET allotment = j.no, version = t.version + 1
        FROM wanted AS r
        WHERE t.house = me.house AND t.show_no = r.show_no AND t.seat_no = r.seat_no
            AND t.status = :SEAT_AVAILABLE AND t.allotment = 0
        RETURNING t.show_no, t.seat_no, t.version
    ), told AS (
        INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
            version, was, became, subject, held_ms, reason, note, key)
        SELECT me.house, me.base + row_number() OVER (), me.now_ms, :ACT_LEND, me.name, j.till, '', me.role,
            c.show_no, c.seat_no, c.version, :SEAT_AVAILABLE, :SEAT_AVAILABLE, j.device, 0, '', j.till, NULL
        FROM changed AS c
    ), kept AS (
        INSERT INTO loge.lent (house, show_no, seat_no, device, lent_by, lent_at)
        SELECT me.house, c.show_no, c.seat_no, j.device, me.name, me.now_ms
        FROM changed AS c
    )
    SELECT count(*) INTO done FROM changed;
    IF done <> cardinality(seats) THEN
        PERFORM loge.answer(:ANSWER_SEAT_TAKEN);
    END IF;
    RETURN done;
END
$$;

-- Every seat that is lent to a till is the house's again; how many.
CREATE FUNCTION loge.take_back_1(of_device uuid, shown bytea) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
    done integer;
BEGIN
    SELECT q.* INTO j FROM loge.journal AS q WHERE q.house = me.house AND q.device = of_device;
    PERFORM loge.speaks_for(me, j, shown);
    WITH lent AS MATERIALIZED (
        SELECT t.show_no, t.seat_no
        FROM loge.lent AS r
        JOIN loge.show_seat AS t ON t.house = me.house AND t.show_no = r.show_no
            AND t.seat_no = r.seat_no
        WHERE r.house = me.house AND r.device = of_device
        ORDER BY t.show_no, t.seat_no
        FOR NO KEY UPDATE OF t
    ), changed AS (
        UPDATE loge.show_seat AS t SET allotment = 0, version = t.version + 1
        FROM lent AS r
        WHERE t.house = me.house AND t.show_no = r.show_no AND t.seat_no = r.seat_no
        RETURNING t.show_no, t.seat_no, t.version, t.status
    ), told AS (
        INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
            version, was, became, subject, held_ms, reason, note, key)
        SELECT me.house, me.base + row_number() OVER (), me.now_ms, :ACT_TAKE_BACK, me.name, j.till, '',
            me.role, c.show_no, c.seat_no, c.version, c.status, c.status, j.device, 0, '', j.till, NULL
        FROM changed AS c
    )
    SELECT count(*) INTO done FROM changed;
    DELETE FROM loge.lent AS r WHERE r.house = me.house AND r.device = of_device;
    RETURN done;
END
$$;

-- Nobody but the till a seat is lent to takes it, whoever asks and however.
CREATE FUNCTION loge.mind_the_loan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM loge.hold AS h
            JOIN loge.journal AS j ON j.house = h.house AND j.till = h.till
            WHERE h.house = new.house AND h.id = new.holder AND j.no = new.allotment) THEN
        PERFORM loge.answer(:ANSWER_SEAT_TAKEN);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER mind_the_loan AFTER UPDATE OF status ON loge.show_seat
    FOR EACH ROW WHEN (new.allotment <> 0 AND new.status = :SEAT_HELD AND old.status <> :SEAT_HELD)
    EXECUTE FUNCTION loge.mind_the_loan();

-- ---- reading ------------------------------------------------------------------------------------

-- All a batch needs, its seats locked in order. One kind of row after the other:
-- 1 seat: show_no, seat_no, version, a status, id_a holder, b held_until, c open_to + 256 * allotment
--   + 2^24 when it is being paid for, d terms
-- 2 verdict: seq, epoch, id_a device (NULL: done online), id_b key, x hash, y fingerprint, a state,
--   b reason, c heading; by number of this journal, or by key
-- 3 where an entry of this journal left a seat: seq, show_no, seat_no, version
-- 4 where an act left it: id_b key, show_no, seat_no, version
CREATE FUNCTION loge.sync_read_1(of_device uuid, of_epoch bigint, shows integer[], seats integer[],
    first_seq bigint, last_seq bigint, keys uuid[], afters bigint[])
RETURNS TABLE (kind smallint, seq bigint, epoch bigint, show_no integer, seat_no integer,
    version bigint, a bigint, b bigint, c bigint, d bigint, id_a uuid, id_b uuid, x bytea, y bytea)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    known boolean; -- are there entries of these keys
    done boolean;  -- and acts that were done
BEGIN
    -- One by one by their whole key: a planner without statistics would join with the whole show.
    PERFORM 1
    FROM (SELECT q.show_no, q.seat_no FROM unnest(shows, seats) AS q (show_no, seat_no)
        ORDER BY q.show_no, q.seat_no OFFSET 0) AS r
    CROSS JOIN LATERAL (SELECT 1 FROM loge.show_seat AS t
        WHERE t.house = me.house AND t.show_no = r.show_no AND t.seat_no = r.seat_no
        FOR NO KEY UPDATE) AS l;
    RETURN QUERY
    SELECT 1::smallint, 0::bigint, 0::bigint, t.show_no, t.seat_no, t.version, t.status::bigint,
        t.held_until, t.open_to + 256 * t.allotment
            + CASE WHEN h.paying_until > me.now_ms THEN 16777216::bigint ELSE 0 END
            + CASE WHEN k.id IS NOT NULL THEN 33554432::bigint ELSE 0 END,
        z.terms, t.holder, NULL::uuid, NULL::bytea, NULL::bytea
    FROM unnest(shows, seats) AS r (show_no, seat_no)
    CROSS JOIN LATERAL (SELECT l.* FROM loge.show_seat AS l
        WHERE l.house = me.house AND l.show_no = r.show_no AND l.seat_no = r.seat_no
            AND NOT l.retired OFFSET 0) AS t
    JOIN (SELECT q.show_no, loge.terms(me.house, q.show_no) AS terms
        FROM (SELECT DISTINCT w.show_no FROM unnest(shows) AS w (show_no)) AS q OFFSET 0) AS z
        ON z.show_no = t.show_no
    LEFT JOIN LATERAL (SELECT l.status, l.paying_until FROM loge.hold AS l
        WHERE t.status = :SEAT_HELD AND l.house = me.house AND l.id = t.holder OFFSET 0) AS h
        ON h.status = :HOLD_PAYING
    LEFT JOIN LATERAL (SELECT l.id, l.outcome FROM loge.conflict AS l
        WHERE t.status = :SEAT_HELD AND l.house = me.house AND l.proposal = t.holder OFFSET 0) AS k
        ON k.outcome = :CONFLICT_OPEN;
    RETURN QUERY
    SELECT 2::smallint, e.seq, e.epoch, 0, 0, 0::bigint, e.state::bigint, e.reason::bigint,
        e.heading::bigint, 0::bigint, e.device, e.uid, e.hash, e.fingerprint
    FROM loge.entry AS e
    WHERE e.house = me.house AND e.device = of_device AND e.epoch = of_epoch
        AND e.seq BETWEEN first_seq AND sync_read_1.last_seq;
    RETURN QUERY
    SELECT 2::smallint, e.seq, e.epoch, 0, 0, 0::bigint, e.state::bigint, e.reason::bigint,
        e.heading::bigint, 0::bigint, e.device, e.uid, e.hash, e.fingerprint
    FROM unnest(keys) AS k (key)
    CROSS JOIN LATERAL (SELECT l.* FROM loge.entry AS l
        WHERE l.house = me.house AND l.uid = k.key OFFSET 0) AS e
    ORDER BY e.at, e.seq;
    known := FOUND;
    RETURN QUERY
    SELECT 2::smallint, 0::bigint, 0::bigint, 0, 0, 0::bigint, :ENTRY_ACCEPTED::bigint, :VERDICT_OK::bigint,
        :MERGE_PLAIN::bigint, 0::bigint, NULL::uuid, q.key, decode(repeat('00', 32), 'hex'), q.fingerprint
    FROM unnest(keys) AS k (key)
    CROSS JOIN LATERAL (SELECT l.key, l.fingerprint FROM loge.receipt AS l
        WHERE l.house = me.house AND l.key = k.key OFFSET 0) AS q;
    done := FOUND;
    RETURN QUERY
    SELECT 3::smallint, k.seq, 0::bigint, s.show_no, s.seat_no, s.version, 0::bigint, 0::bigint,
        0::bigint, 0::bigint, NULL::uuid, NULL::uuid, NULL::bytea, NULL::bytea
    FROM unnest(afters) AS k (seq)
    CROSS JOIN LATERAL (SELECT e.left_show, e.left_seat, e.left_version FROM loge.entry AS e
        WHERE e.house = me.house AND e.device = of_device AND e.seq = k.seq
        ORDER BY e.epoch DESC LIMIT 1) AS q
    CROSS JOIN LATERAL unnest(q.left_show, q.left_seat, q.left_version)
        AS s (show_no, seat_no, version);
    IF known THEN
        RETURN QUERY
        SELECT 4::smallint, 0::bigint, 0::bigint, s.show_no, s.seat_no, s.version, 0::bigint,
            0::bigint, 0::bigint, 0::bigint, NULL::uuid, k.key, NULL::bytea, NULL::bytea
        FROM unnest(keys) AS k (key)
        CROSS JOIN LATERAL (SELECT l.left_show, l.left_seat, l.left_version FROM loge.entry AS l
            WHERE l.house = me.house AND l.uid = k.key OFFSET 0) AS e
        CROSS JOIN LATERAL unnest(e.left_show, e.left_seat, e.left_version)
            AS s (show_no, seat_no, version);
    END IF;
    IF NOT done THEN
        RETURN;
    END IF;
    RETURN QUERY
    SELECT 4::smallint, 0::bigint, 0::bigint, e.show_no, e.seat_no, max(e.version), 0::bigint,
        0::bigint, 0::bigint, 0::bigint, NULL::uuid, q.key, NULL::bytea, NULL::bytea
    FROM unnest(keys) AS k (key)
    CROSS JOIN LATERAL (SELECT r.key, r.last_event FROM loge.receipt AS r
        WHERE r.house = me.house AND r.key = k.key OFFSET 0) AS q
    CROSS JOIN LATERAL (SELECT v.show_no, v.seat_no, v.version FROM loge.event AS v
        WHERE v.house = me.house AND v.id BETWEEN q.last_event & ~1048575 AND q.last_event
            AND v.key = q.key OFFSET 0) AS e
    WHERE e.seat_no >= 0 -- outside: event_seat would do for it, and be read from end to end
    GROUP BY e.show_no, e.seat_no, q.key;
END
$$;

-- The seats that changed after an event, as they are now, in the order of their changes. Rows:
-- event, seat as kind 1 above. The horizon: from there on events may still be missing.
CREATE FUNCTION loge.sync_events_1(after bigint, most integer, OUT horizon bigint, OUT id bigint,
    OUT show_no integer, OUT seat_no integer, OUT version bigint, OUT status smallint,
    OUT holder uuid, OUT held_until bigint, OUT open_to smallint, OUT allotment integer,
    OUT terms bigint)
RETURNS SETOF record LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off AS $$
    WITH me AS MATERIALIZED (
        SELECT l.house, (pg_snapshot_xmin(pg_current_snapshot())::text::bigint
            + loge.event_base()) << 20 AS horizon
        FROM loge.login AS l WHERE l.login = session_user
    ), page AS MATERIALIZED (
        SELECT e.id, e.show_no, e.seat_no
        FROM loge.event AS e
        WHERE e.house = (SELECT me.house FROM me) AND e.id > after
            AND e.id < (SELECT me.horizon FROM me) AND e.seat_no >= 0
        ORDER BY e.id LIMIT most
    )
    SELECT me.horizon, p.id, p.show_no, p.seat_no, t.version, t.status, t.holder, t.held_until,
        t.open_to, t.allotment, w.version + h.plan_version
    FROM me
    LEFT JOIN page AS p ON true
    LEFT JOIN LATERAL (SELECT l.* FROM loge.show_seat AS l
        WHERE l.house = me.house AND l.show_no = p.show_no AND l.seat_no = p.seat_no
        OFFSET 0) AS t ON true
    LEFT JOIN loge.show AS w ON w.house = me.house AND w.no = p.show_no
    LEFT JOIN loge.hall AS h ON h.house = me.house AND h.no = w.hall_no
    ORDER BY p.id
$$;

RESET ROLE;
ALTER FUNCTION loge.enrol_1 OWNER TO loge_fn;
ALTER FUNCTION loge.sync_open_1 OWNER TO loge_fn;
ALTER FUNCTION loge.sync_head_1 OWNER TO loge_fn;
ALTER FUNCTION loge.sync_read_1 OWNER TO loge_fn;
ALTER FUNCTION loge.sync_events_1 OWNER TO loge_fn;
ALTER FUNCTION loge.lend_1 OWNER TO loge_fn;
ALTER FUNCTION loge.take_back_1 OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.terms, loge.speaks_for, loge.journal_for, loge.mind_the_loan
    TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.enrol_1, loge.sync_open_1, loge.sync_head_1, loge.sync_read_1,
    loge.sync_events_1, loge.take_back_1
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.lend_1 TO loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
