-- What goes into the outbox (loge.outbox), and who takes it out.

-- ---- what is told -----------------------------------------------------------------------------

CREATE FUNCTION loge.tell(of_house integer, of_kind smallint, of_show integer,
    of_subject uuid, whom text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.outbox (house, id, way, kind, show_no, subject, addressee, made_at, tx, due_at)
    SELECT of_house, gen_random_uuid(), w.no, of_kind, of_show, of_subject,
        CASE WHEN w.channel = :POST_MAIL THEN whom ELSE '' END, loge.now_ms(),
        pg_current_xact_id()::text::bigint + loge.event_base(), loge.now_ms()
    FROM loge.post_way AS w
    WHERE w.house = of_house AND w.ended_at = 0 AND (w.channel = :POST_WEB OR whom <> '')
    ON CONFLICT DO NOTHING;
END
$$;

-- LETTER_SOLD, LETTER_REFUNDED.
CREATE FUNCTION loge.tell_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM loge.tell(new.house,
        CASE WHEN TG_OP = 'INSERT' OR new.paid > old.paid THEN :LETTER_SOLD
            ELSE :LETTER_REFUNDED END::smallint,
        new.show_no, new.id, new.email);
    RETURN NULL;
END
$$;
CREATE TRIGGER tell_made AFTER INSERT ON loge.sale
    FOR EACH ROW EXECUTE FUNCTION loge.tell_sale();
CREATE TRIGGER tell_changed AFTER UPDATE OF status, paid ON loge.sale FOR EACH ROW
    WHEN (new.paid < old.paid OR (new.status = :SALE_PAID AND old.status = :SALE_DUE))
    EXECUTE FUNCTION loge.tell_sale();

-- LETTER_MOVED, other seats: tickets were exchanged.
CREATE FUNCTION loge.tell_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM loge.tell(s.house, :LETTER_MOVED::smallint, s.show_no, s.id, s.email)
    FROM loge.sale AS s
    WHERE s.house = new.house AND s.id = new.sale;
    RETURN NULL;
END
$$;
CREATE TRIGGER tell_moved AFTER UPDATE OF status ON loge.ticket FOR EACH ROW
    WHEN (new.status = :TICKET_EXCHANGED AND old.status = :TICKET_VALID)
    EXECUTE FUNCTION loge.tell_ticket();

-- Seats are held for people who waited (LETTER_OFFERED): for as many as one act offers them, at once.
CREATE FUNCTION loge.tell_waiters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.outbox (house, id, way, kind, show_no, subject, addressee, made_at, tx, due_at)
    SELECT n.house, gen_random_uuid(), w.no, :LETTER_OFFERED, n.show_no, n.id,
        CASE WHEN w.channel = :POST_MAIL THEN n.email ELSE '' END, loge.now_ms(),
        pg_current_xact_id()::text::bigint + loge.event_base(), loge.now_ms()
    FROM now_waiting AS n
    JOIN was_waiting AS o ON o.house = n.house AND o.id = n.id
    JOIN loge.post_way AS w ON w.house = n.house
    WHERE n.status = :WAIT_OFFERED AND o.status <> :WAIT_OFFERED AND w.ended_at = 0
        AND (w.channel = :POST_WEB OR n.email <> '')
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER tell_offered AFTER UPDATE ON loge.waitlist
    REFERENCING OLD TABLE AS was_waiting NEW TABLE AS now_waiting
    FOR EACH STATEMENT EXECUTE FUNCTION loge.tell_waiters();

-- Holds that were over when an act took their seats (LETTER_EXPIRED): web servers are told of their ends
-- among this transaction's events, up to `last`, by the show and a thousand events at a time. Those that
-- no act takes before the sweep does are told by loge.sweep.
CREATE FUNCTION loge.tell_expired(me loge.doer, last bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.outbox (house, id, way, kind, show_no, subject, addressee, made_at, tx, due_at,
        first_event, last_event)
    SELECT me.house, gen_random_uuid(), w.no, :LETTER_EXPIRED, e.show_no, gen_random_uuid(), '', me.now_ms,
        pg_current_xact_id()::text::bigint + loge.event_base(), me.now_ms, min(e.id), max(e.id)
    FROM loge.post_way AS w
    JOIN loge.event AS e ON e.house = me.house AND e.id > me.base AND e.id <= last AND e.act = :ACT_EXPIRE
        AND e.seat_no >= 0
    WHERE w.house = me.house AND w.channel = :POST_WEB AND w.ended_at = 0
    GROUP BY w.no, e.show_no, (e.id - me.base) / 1000;
END
$$;

-- The house took seats back that were held for somebody (LETTER_RELEASED): a supervisor did, or a sale
-- that a till brought home.
CREATE FUNCTION loge.tell_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM loge.tell(new.house, :LETTER_RELEASED::smallint, new.show_no, new.id, new.email);
    RETURN NULL;
END
$$;
CREATE TRIGGER tell_released AFTER UPDATE OF status ON loge.hold FOR EACH ROW
    WHEN (new.status = :HOLD_CANCELLED AND new.ending IN (:END_ADMIN_OVERRIDE, :END_SYNC_CONFLICT)
        AND old.status IN (:HOLD_ACTIVE, :HOLD_PAYING))
    EXECUTE FUNCTION loge.tell_hold();

-- ---- ways -------------------------------------------------------------------------------------

-- A new way; its number. The same address again (mail has only one) is the way that is there.
CREATE FUNCTION loge.way_add(of_channel smallint, of_address text, key bytea)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    number integer;
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BIT_MANAGER = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    PERFORM 1 FROM loge.house AS h WHERE h.house = me.house FOR NO KEY UPDATE;
    SELECT -w.no INTO number FROM loge.post_way AS w
    WHERE w.house = me.house AND w.ended_at = 0 AND w.channel = of_channel
        AND w.address = of_address;
    IF number IS NOT NULL THEN
        RETURN number;
    END IF;
    INSERT INTO loge.post_way (house, no, channel, address, secret, made_by, made_at)
    SELECT me.house, coalesce(max(w.no), 0) + 1, of_channel, of_address, key, me.name, me.now_ms
    FROM loge.post_way AS w WHERE w.house = me.house
    RETURNING no INTO number;
    RETURN number;
END
$$;

-- Nothing more goes there; what still waits for it is not sent. False: there is no such way.
CREATE FUNCTION loge.way_end(of_no integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BIT_MANAGER = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    UPDATE loge.post_way AS w SET ended_at = me.now_ms, secret = ''
    WHERE w.house = me.house AND w.no = of_no AND w.ended_at = 0;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    DELETE FROM loge.outbox AS o WHERE o.house = me.house AND o.way = of_no AND o.status <> :LETTER_SENT;
    RETURN true;
END
$$;

-- ---- sending ----------------------------------------------------------------------------------

-- At most `most` letters that are due, the longest due first, for `lease` ms: whoever takes them
-- says what became of them before that, else they are due again. mails: those that go by mail, else
-- those for web servers. Those sent a month ago are forgotten: they name people. Letters of either
-- kind that were due for three days and that nobody took are dead: what they say is old by now, and
-- whoever could send them again is told of them.
CREATE FUNCTION loge.outbox_take(most integer, lease bigint, mails boolean)
RETURNS TABLE (id uuid, channel smallint, address text, secret bytea, kind smallint,
    show_no integer, subject uuid, addressee text, made_at bigint, round integer, tries integer,
    first_event bigint, last_event bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.worker();
BEGIN
    DELETE FROM loge.outbox AS o WHERE o.house = me.house AND o.status = :LETTER_SENT
        AND o.settled_at < me.now_ms - 2592000000;
    UPDATE loge.outbox AS o SET status = :LETTER_DEAD, settled_at = me.now_ms,
        fault = 'Nobody sent it for three days'
    WHERE o.house = me.house AND o.status = :LETTER_WAITING AND (o.addressee <> '') IN (true, false)
        AND o.due_at < me.now_ms - 259200000;
    RETURN QUERY
    WITH due AS MATERIALIZED (
        SELECT o.id
        FROM loge.outbox AS o
        WHERE o.house = me.house AND o.status = :LETTER_WAITING AND (o.addressee <> '') = mails
            AND o.due_at <= me.now_ms
        ORDER BY o.due_at, o.tx
        LIMIT most
        FOR UPDATE SKIP LOCKED
    ), taken AS (
        UPDATE loge.outbox AS o SET round = o.round + 1, due_at = me.now_ms + lease
        FROM due AS d
        WHERE o.house = me.house AND o.id = d.id
        RETURNING o.id, o.way, o.kind, o.show_no, o.subject, o.addressee, o.made_at, o.round,
            o.tries, o.tx, o.first_event, o.last_event
    )
    SELECT t.id, w.channel, w.address, w.secret, t.kind, t.show_no, t.subject, t.addressee,
        t.made_at, t.round, t.tries, t.first_event, t.last_event
    FROM taken AS t
    JOIN loge.post_way AS w ON w.house = me.house AND w.no = t.way
    ORDER BY t.tx, t.id;
END
$$;

-- What became of a letter: into LETTER_SENT, LETTER_DEAD, or LETTER_WAITING: to be tried again in `again`
-- ms. False: it was taken by somebody else meanwhile, whose word counts. tried: somebody tried to send it,
-- else it was only put off.
CREATE FUNCTION loge.outbox_settle(of_id uuid, of_round integer, into_status smallint,
    tried boolean, again bigint, what text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.worker();
BEGIN
    UPDATE loge.outbox AS o SET status = into_status, due_at = me.now_ms + again, fault = what,
        tries = o.tries + tried::integer,
        settled_at = CASE WHEN into_status = :LETTER_WAITING THEN 0 ELSE me.now_ms END
    WHERE o.house = me.house AND o.id = of_id AND o.round = of_round AND o.status = :LETTER_WAITING;
    RETURN FOUND;
END
$$;

-- Dead letters are due again, one or (NULL) all. How many.
CREATE FUNCTION loge.outbox_requeue(of_id uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    n integer;
BEGIN
    IF me.house IS NULL OR me.may & :ROLE_BITS_OFFICE = 0 THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    UPDATE loge.outbox AS o SET status = :LETTER_WAITING, round = 0, tries = 0, due_at = me.now_ms,
        settled_at = 0, made_at = me.now_ms
    WHERE o.house = me.house AND o.status = :LETTER_DEAD AND (of_id IS NULL OR o.id = of_id);
    GET DIAGNOSTICS n = ROW_COUNT;
    RETURN n;
END
$$;

RESET ROLE;
ALTER FUNCTION loge.way_add OWNER TO loge_fn;
ALTER FUNCTION loge.way_end OWNER TO loge_fn;
ALTER FUNCTION loge.outbox_take OWNER TO loge_fn;
ALTER FUNCTION loge.outbox_settle OWNER TO loge_fn;
ALTER FUNCTION loge.outbox_requeue OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.way_add, loge.way_end TO loge_manager;
GRANT EXECUTE ON FUNCTION loge.outbox_take, loge.outbox_settle TO loge_manager, loge_service;
GRANT EXECUTE ON FUNCTION loge.outbox_requeue TO loge_supervisor, loge_manager;
