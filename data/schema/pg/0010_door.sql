-- The door: keys that tickets are signed with, who is in, every scan, and the bags.
-- Only the public part of a key is here; the secret part never leaves the till that signs with it.

CREATE TABLE loge.ticket_key (
    house integer NOT NULL REFERENCES loge.house,
    id integer NOT NULL CHECK (id BETWEEN 1 AND 65535), -- as tickets name it
    kind smallint NOT NULL CHECK (kind IN (:KEY_HOUSE, :KEY_PRETIX)), -- of this house, of pretix
    mark bigint NOT NULL,                               -- the house, as its tickets name it
    public bytea NOT NULL CHECK (length(public) = 32),
    till text NOT NULL,
    show_no integer, -- of pretix: for which show; NULL: any of the house
    subevent bigint NOT NULL CHECK (subevent >= 0),
    products text NOT NULL CHECK (products ~ '^([0-9]+(,[0-9]+)*)?$'), -- of pretix; '': all admit
    made_at bigint NOT NULL,
    ended_at bigint NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, show_no) REFERENCES loge.show
);
CREATE UNIQUE INDEX ticket_key_public
    ON loge.ticket_key (house, public, subevent, coalesce(show_no, 0));

CREATE INDEX ticket_id ON loge.ticket (house, id);

-- One row a ticket that ever was at a door; tickets of pretix have no row in ticket.
CREATE TABLE loge.admission (
    house integer NOT NULL,
    ticket uuid NOT NULL,
    show_no integer NOT NULL,
    inside boolean NOT NULL,
    entries integer NOT NULL CHECK (entries >= 0),
    first_at bigint NOT NULL,
    last_at bigint NOT NULL,
    gate smallint NOT NULL CHECK (gate BETWEEN 0 AND 255),
    till text NOT NULL,
    blocked boolean NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, ticket),
    FOREIGN KEY (house, show_no) REFERENCES loge.show,
    CHECK (entries > 0 OR NOT inside)
);
CREATE INDEX admission_show ON loge.admission (house, show_no, inside) WHERE entries > 0;

-- Every scan, refused ones too; the id grows with time. code: enum door_code. act: the key of the
-- act it was; house_at: when, by the house's clock. What comes home is judged among all passages of
-- its ticket in this order (src/domain/passage.h), whichever door hears of it first.
CREATE TABLE loge.scan (
    house integer NOT NULL,
    id uuid NOT NULL,
    at bigint NOT NULL,
    show_no integer NOT NULL,
    gate smallint NOT NULL CHECK (gate BETWEEN 0 AND 255),
    code smallint NOT NULL CHECK (code >= 0),
    overridden smallint NOT NULL CHECK (overridden >= 0),
    leaving boolean NOT NULL,
    ticket uuid,
    label text NOT NULL,
    till text NOT NULL,
    actor text NOT NULL,
    approver text NOT NULL,
    reason text NOT NULL,
    act uuid,
    house_at bigint,
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, show_no) REFERENCES loge.show
);
CREATE INDEX scan_show ON loge.scan (house, show_no, id);
CREATE INDEX scan_refused ON loge.scan (house, show_no) WHERE code > :DOOR_LIST_OLD;
CREATE INDEX scan_ticket ON loge.scan (house, ticket) WHERE ticket IS NOT NULL AND code <= :DOOR_OVERRIDE;

-- One row for each time that a ticket was let in with a bag that was weighed. A fee is paid at once
-- and whole, or not at all.
CREATE TABLE loge.checkin (
    house integer NOT NULL,
    ticket uuid NOT NULL,
    entry integer NOT NULL CHECK (entry > 0), -- which time it was let in
    show_no integer NOT NULL,
    status smallint NOT NULL CHECK (status BETWEEN :CHECKIN_IN_PROGRESS AND :CHECKIN_COMPLETED),
    weight_g integer NOT NULL CHECK (weight_g BETWEEN 0 AND :BAG_MOST_G),
    fee bigint NOT NULL CHECK (fee >= 0),
    at bigint NOT NULL,
    till text NOT NULL,
    tender smallint NOT NULL CHECK (tender BETWEEN :TENDER_CASH AND :TENDER_VOUCHER),
    paid bigint NOT NULL,
    given bigint NOT NULL,
    auth text NOT NULL,
    voucher text NOT NULL,
    shift uuid,
    version bigint NOT NULL CHECK (version > 0),
    late_at bigint NOT NULL DEFAULT 0, -- as in loge.payment
    PRIMARY KEY (house, ticket, entry),
    FOREIGN KEY (house, ticket) REFERENCES loge.admission,
    FOREIGN KEY (house, show_no) REFERENCES loge.show,
    FOREIGN KEY (house, shift) REFERENCES loge.shift,
    CHECK (paid = CASE status WHEN :CHECKIN_COMPLETED THEN fee ELSE 0 END),
    CHECK (CASE status WHEN :CHECKIN_IN_PROGRESS THEN fee = 0 WHEN :CHECKIN_WAITING THEN fee > 0
        ELSE true END),
    CHECK ((paid > 0) = (shift IS NOT NULL))
);
CREATE INDEX checkin_shift ON loge.checkin (house, shift) WHERE shift IS NOT NULL;

DO $$
DECLARE
    t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['ticket_key', 'admission', 'scan', 'checkin']
    LOOP
        EXECUTE format('ALTER TABLE loge.%I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE loge.%I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY own_house ON loge.%I USING (house = '
            '(SELECT l.house FROM loge.login AS l WHERE l.login = session_user))', t);
    END LOOP;
END
$$;

GRANT SELECT ON loge.ticket_key, loge.admission, loge.scan, loge.checkin
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
-- A scanner, too, asks what its key has done; an answer is ids only.
GRANT SELECT ON loge.receipt TO loge_scanner;
GRANT SELECT, INSERT, UPDATE ON loge.ticket_key, loge.admission, loge.checkin TO loge_fn;
GRANT SELECT, INSERT ON loge.scan TO loge_fn;

CREATE TYPE loge.key_row AS ({types ticket_key});
CREATE TYPE loge.admission_row AS ({types admission});
CREATE TYPE loge.scan_row AS ({types scan}, act uuid);
CREATE TYPE loge.checkin_row AS ({types checkin});
GRANT USAGE ON TYPE loge.key_row, loge.admission_row, loge.scan_row, loge.checkin_row, loge.note_row
    TO loge_fn, loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;

-- ---- the rows of an act -----------------------------------------------------------------------

CREATE FUNCTION loge.write_keys(me loge.doer, rows loge.key_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    INSERT INTO loge.ticket_key (house, {columns ticket_key})
    SELECT me.house, {columns ticket_key r but version = 1; id = coalesce(nullif(r.id, 0),
        (SELECT coalesce(max(k.id), 0) + 1 FROM loge.ticket_key AS k WHERE k.house = me.house))}
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.ticket_key AS k SET {changes ticket_key r but version = k.version + 1}
    FROM unnest(rows) AS r
    WHERE k.house = me.house AND k.id = r.id AND k.version = r.version AND r.version > 0
        AND k.public = r.public;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;

-- Whoever judges a ticket's passages or adds one has this lock: none is judged without another that
-- is just being written.
CREATE FUNCTION loge.ticket_lock(of_house integer, ticket uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
    SELECT hashtextextended(ticket::text, of_house)
$$;

CREATE FUNCTION loge.write_admissions(me loge.doer, rows loge.admission_row[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    IF me.may & :ROLE_BITS_OFFICE = 0 AND NOT me.carries AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            LEFT JOIN loge.admission AS a ON a.house = me.house AND a.ticket = r.ticket
            WHERE r.blocked <> coalesce(a.blocked, false)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    PERFORM pg_advisory_xact_lock(q.lock)
    FROM (SELECT DISTINCT loge.ticket_lock(me.house, r.ticket) AS lock FROM unnest(rows) AS r
        ORDER BY 1 OFFSET 0) AS q;
    INSERT INTO loge.admission (house, {columns admission})
    SELECT me.house, {columns admission r but version = 1}
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.admission AS a SET {changes admission r but version = a.version + 1}
    FROM unnest(rows) AS r
    WHERE a.house = me.house AND a.ticket = r.ticket AND a.version = r.version AND r.version > 0;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;

-- A till tells of its own scans only, and who overrides one is who says so. What is done online
-- happens now, whatever the till's clock says.
CREATE FUNCTION loge.write_scans(me loge.doer, rows loge.scan_row[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT me.carries AND EXISTS (SELECT 1 FROM unnest(rows) AS r WHERE r.actor <> me.name) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    INSERT INTO loge.scan (house, {columns scan}, act, house_at)
    SELECT me.house, {columns scan r}, r.act, me.now_ms
    FROM unnest(rows) AS r;
END
$$;

-- Who acts, and for whose acts somebody signs. No house: nobody may do this in that name.
CREATE FUNCTION loge.at_door(program_schema integer, act_key uuid, print bytea, actor text,
    till text, approver text) RETURNS loge.doer LANGUAGE plpgsql AS $$
DECLARE
    me loge.doer := loge.who(till);
    signed integer := 0;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION USING ERRCODE = 'LG002',
            MESSAGE = 'an act needs the isolation level READ COMMITTED';
    END IF;
    IF program_schema <> loge.schema() THEN
        RAISE EXCEPTION USING ERRCODE = 'LG003', MESSAGE = loge.schema()::text;
    END IF;
    IF approver <> '' AND NOT me.carries THEN
        signed := loge.signed(me, act_key, print, approver);
    END IF;
    IF NOT me.carries AND (actor <> me.name OR (approver <> '' AND signed = 0)) THEN
        me.house := NULL;
    END IF;
    me.may := me.may | signed;
    RETURN me;
END
$$;

-- ---- the act ----------------------------------------------------------------------------------

-- An act of the door: answers as loge.apply_1. A scanner scans and nothing else; letting in who is
-- refused (DOOR_OVERRIDE), blocking a ticket and changing keys is for supervisors and managers.
CREATE FUNCTION loge.door_1(program_schema integer, act_key uuid, print bytea, act smallint,
    actor text, till text, actor_role smallint, approver text, reason text, note text,
    answer text, keys loge.key_row[], admissions loge.admission_row[], scans loge.scan_row[],
    notes loge.note_row[], address text DEFAULT '', client text DEFAULT '')
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.at_door(program_schema, act_key, print, actor, till, approver);
BEGIN
    IF me.house IS NULL THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    -- Of the log the door writes its own kinds of lines and no others: ACT_ADMIT to ACT_TICKET_BLOCK.
    IF act NOT BETWEEN :ACT_ADMIT AND :ACT_TICKET_BLOCK OR EXISTS (SELECT 1 FROM unnest(notes) AS r
            WHERE r.act NOT BETWEEN :ACT_ADMIT AND :ACT_TICKET_BLOCK) THEN
        RETURN :ANSWER_INVALID;
    END IF;
    IF me.may & :ROLE_BITS_ALL = 0 OR (me.may & :ROLE_BITS_OFFICE = 0 AND NOT me.carries AND (keys IS NOT NULL
            OR (admissions IS NOT NULL AND scans IS NULL)
            OR EXISTS (SELECT 1 FROM unnest(scans) AS r WHERE r.code = :DOOR_OVERRIDE))) THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    INSERT INTO loge.receipt (house, key, fingerprint, act, at, last_event, answer)
    VALUES (me.house, act_key, print, act, me.now_ms,
        me.base + coalesce(cardinality(notes), 0), answer)
    ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        RETURN :ANSWER_REPLAY;
    END IF;
    IF keys IS NOT NULL THEN
        PERFORM loge.write_keys(me, keys);
    END IF;
    IF admissions IS NOT NULL THEN
        PERFORM loge.write_admissions(me, admissions);
    END IF;
    IF scans IS NOT NULL THEN
        PERFORM loge.write_scans(me, scans);
    END IF;
    IF notes IS NOT NULL THEN
        INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
            version, was, became, subject, held_ms, reason, note, key, address, client)
        SELECT me.house, me.base + r.n, me.now_ms, r.act, actor, till, approver,
            CASE WHEN me.carries THEN actor_role ELSE me.role END, r.show_no, -1, 0, 0, 0,
            r.subject, 0, reason, r.note, act_key, address, client
        FROM unnest(notes) WITH ORDINALITY AS r (act, show_no, subject, note, n);
    END IF;
    RETURN me.base + coalesce(cardinality(notes), 0);
END
$$;

-- ---- bags ---------------------------------------------------------------------------------------

-- The steps of src/domain/checkin_steps.def; a check-in without a row is in progress. What was asked for
-- is what is paid.
CREATE FUNCTION loge.judge_checkins(me loge.doer, rows loge.checkin_row[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM unnest(rows) AS r
            LEFT JOIN loge.checkin AS c ON c.house = me.house AND c.ticket = r.ticket
                AND c.entry = r.entry
            WHERE coalesce(c.version, 0) = r.version
                AND ((coalesce(c.status, :CHECKIN_IN_PROGRESS), r.status) NOT IN (
                        (:CHECKIN_IN_PROGRESS, :CHECKIN_COMPLETED), (:CHECKIN_IN_PROGRESS, :CHECKIN_WAITING),
                        (:CHECKIN_WAITING, :CHECKIN_COMPLETED), (:CHECKIN_WAITING, :CHECKIN_IN_PROGRESS))
                    OR (coalesce(c.status, :CHECKIN_IN_PROGRESS) = :CHECKIN_IN_PROGRESS AND r.paid > 0)
                    OR (c.status = :CHECKIN_WAITING AND r.status = :CHECKIN_COMPLETED
                        AND (r.fee, r.weight_g) IS DISTINCT FROM (c.fee, c.weight_g)))) THEN
        PERFORM loge.answer(:ANSWER_INVALID);
    END IF;
    -- What a bag costs is the house's rule (loge.policy) at this moment, and nobody else's.
    IF EXISTS (SELECT 1 FROM unnest(rows) AS r
            LEFT JOIN loge.checkin AS c ON c.house = me.house AND c.ticket = r.ticket
                AND c.entry = r.entry
            LEFT JOIN loge.policy AS p ON p.house = me.house
            WHERE coalesce(c.status, :CHECKIN_IN_PROGRESS) = :CHECKIN_IN_PROGRESS AND r.fee <> CASE
                WHEN r.weight_g > coalesce(p.bag_limit_g, :BAG_LIMIT_G) THEN coalesce(p.bag_fee, :BAG_FEE)
                ELSE 0 END) THEN
        PERFORM loge.answer(:ANSWER_STALE);
    END IF;
END
$$;

CREATE FUNCTION loge.write_checkins(me loge.doer, rows loge.checkin_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    PERFORM loge.expect_open(me, (SELECT array_agg(DISTINCT r.shift) FROM unnest(rows) AS r
        WHERE r.shift IS NOT NULL));
    INSERT INTO loge.checkin (house, {columns checkin})
    SELECT me.house, {columns checkin r but version = 1; at = me.now_ms; late_at = 0}
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.checkin AS c SET {changes checkin r but at = me.now_ms; late_at;
        version = c.version + 1}
    FROM unnest(rows) AS r
    WHERE c.house = me.house AND c.ticket = r.ticket AND c.entry = r.entry
        AND c.version = r.version AND r.version > 0;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;

-- An act about a bag: answers as loge.apply_1. A scanner weighs and gives up; money is for others.
CREATE FUNCTION loge.checkin_1(program_schema integer, act_key uuid, print bytea, act smallint,
    actor text, till text, actor_role smallint, approver text, reason text, note text,
    answer text, checkins loge.checkin_row[], shifts loge.shift_row[],
    vouchers loge.voucher_row[], notes loge.note_row[], address text DEFAULT '',
    client text DEFAULT '')
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.at_door(program_schema, act_key, print, actor, till, approver);
BEGIN
    IF me.house IS NULL THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    -- Of the log it writes its own kinds of lines, ACT_BAG to ACT_BAG_STOP, and that a shift was opened
    -- for money.
    IF act NOT BETWEEN :ACT_BAG AND :ACT_BAG_STOP OR EXISTS (SELECT 1 FROM unnest(notes) AS r
            WHERE r.act NOT BETWEEN :ACT_BAG AND :ACT_BAG_STOP
                AND (r.act <> :ACT_SHIFT_OPEN OR checkin_1.act <> :ACT_BAG_FEE)) THEN
        RETURN :ANSWER_INVALID;
    END IF;
    IF me.may & :ROLE_BITS_SELLING = 0 AND (shifts IS NOT NULL OR vouchers IS NOT NULL
            OR EXISTS (SELECT 1 FROM unnest(checkins) AS r WHERE r.paid > 0)) THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    INSERT INTO loge.receipt (house, key, fingerprint, act, at, last_event, answer)
    VALUES (me.house, act_key, print, act, me.now_ms,
        me.base + coalesce(cardinality(notes), 0), answer)
    ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        RETURN :ANSWER_REPLAY;
    END IF;
    IF shifts IS NOT NULL THEN
        PERFORM loge.write_shifts(me, shifts);
    END IF;
    PERFORM loge.judge_checkins(me, checkins);
    PERFORM loge.write_checkins(me, checkins);
    IF vouchers IS NOT NULL THEN
        PERFORM loge.write_vouchers(me, vouchers);
    END IF;
    INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,
        version, was, became, subject, held_ms, reason, note, key, address, client)
    SELECT me.house, me.base + r.n, me.now_ms, r.act, actor, till, approver,
        CASE WHEN me.carries THEN actor_role ELSE me.role END, r.show_no, -1, 0, 0, 0, r.subject,
        0, reason, r.note, act_key, address, client
    FROM unnest(notes) WITH ORDINALITY AS r (act, show_no, subject, note, n);
    RETURN me.base + coalesce(cardinality(notes), 0);
END
$$;

-- Whether a ticket's order is paid, for doors that may not see the order itself.
CREATE FUNCTION loge.order_1(of_sale uuid, OUT status smallint, OUT code text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT v.status, v.code FROM loge.sale AS v
    WHERE v.house = (SELECT l.house FROM loge.login AS l WHERE l.login = session_user)
        AND v.id = of_sale
$$;

CREATE VIEW qa.admission WITH (security_invoker = true) AS
SELECT w.id AS show, replace(a.ticket::text, '-', '') AS ticket, t.code, a.inside::integer,
    a.entries, a.first_at, a.last_at, a.gate, a.till, a.blocked::integer
FROM loge.admission AS a
JOIN loge.show AS w ON w.house = a.house AND w.no = a.show_no
LEFT JOIN loge.ticket AS t ON t.house = a.house AND t.id = a.ticket;

CREATE VIEW qa.checkin WITH (security_invoker = true) AS
SELECT w.id AS show, replace(c.ticket::text, '-', '') AS ticket, t.code, c.entry,
    CASE c.status WHEN :CHECKIN_IN_PROGRESS THEN 'IN_PROGRESS'
        WHEN :CHECKIN_WAITING THEN 'WAITING_FOR_PAYMENT' ELSE 'COMPLETED' END AS status,
    c.weight_g, c.fee, c.paid, c.at, c.till
FROM loge.checkin AS c
JOIN loge.show AS w ON w.house = c.house AND w.no = c.show_no
LEFT JOIN loge.ticket AS t ON t.house = c.house AND t.id = c.ticket;

RESET ROLE;
GRANT SELECT ON qa.admission, qa.checkin TO loge_supervisor, loge_manager, loge_service;
ALTER FUNCTION loge.door_1 OWNER TO loge_fn;
ALTER FUNCTION loge.checkin_1 OWNER TO loge_fn;
ALTER FUNCTION loge.order_1 OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.write_keys, loge.ticket_lock, loge.write_admissions,
    loge.write_scans, loge.at_door, loge.judge_checkins, loge.write_checkins TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.door_1, loge.checkin_1, loge.order_1
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
SET ROLE loge_owner;
