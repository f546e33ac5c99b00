-- What the service's workers need to be fair and quick: letters whose tries are counted when they
-- were tries, a line that is read from its beginning, and offers that end when their waiter leaves.

-- ---- letters ----------------------------------------------------------------------------------

-- tries: how often somebody tried to send it, and failed. (round also counts when it was taken and
-- put off, because its server had not answered another letter.)
ALTER TABLE loge.outbox ADD COLUMN tries integer NOT NULL DEFAULT 0;

-- Whoever looks for one kind does not walk over the other, of which there may be thousands when
-- nobody sends them.
DROP INDEX loge.outbox_due;
CREATE INDEX outbox_due ON loge.outbox (house, (addressee <> ''), due_at, tx) WHERE status = 0;

SET ROLE loge_fn;
DROP FUNCTION loge.outbox_take_1(integer, bigint, boolean);
DROP FUNCTION loge.outbox_settle_1(uuid, integer, smallint, bigint, text);
SET ROLE loge_owner;

-- As before. Letters of either kind that were due for three days and that nobody took are dead:
-- what they say is old by now, and whoever could send them again is told of them.
CREATE FUNCTION loge.outbox_take_2(most integer, lease bigint, mails boolean)
RETURNS TABLE (id uuid, channel smallint, address text, secret bytea, kind smallint,
    show_no integer, subject uuid, addressee text, made_at bigint, round integer, tries integer)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.worker();
BEGIN
    DELETE FROM loge.outbox AS o WHERE o.house = me.house AND o.status = 1
        AND o.settled_at < me.now_ms - 2592000000;
    UPDATE loge.outbox AS o SET status = 2, settled_at = me.now_ms,
        fault = 'Nobody sent it for three days'
    WHERE o.house = me.house AND o.status = 0 AND (o.addressee <> '') IN (true, false)
        AND o.due_at < me.now_ms - 259200000;
    RETURN QUERY
    WITH due AS MATERIALIZED (
        SELECT o.id
        FROM loge.outbox AS o
        WHERE o.house = me.house AND o.status = 0 AND (o.addressee <> '') = mails
            AND o.due_at <= me.now_ms
        ORDER BY o.due_at, o.tx
        LIMIT most
        FOR UPDATE SKIP LOCKED
    ), taken AS (
        UPDATE loge.outbox AS o SET round = o.round + 1, due_at = me.now_ms + lease
        FROM due AS d
        WHERE o.house = me.house AND o.id = d.id
        RETURNING o.id, o.way, o.kind, o.show_no, o.subject, o.addressee, o.made_at, o.round,
            o.tries, o.tx
    )
    SELECT t.id, w.channel, w.address, w.secret, t.kind, t.show_no, t.subject, t.addressee,
        t.made_at, t.round, t.tries
    FROM taken AS t
    JOIN loge.post_way AS w ON w.house = me.house AND w.no = t.way
    ORDER BY t.tx, t.id;
END
$$;

-- As before; tried: somebody tried to send it, else it was only put off.
CREATE FUNCTION loge.outbox_settle_2(of_id uuid, of_round integer, into_status smallint,
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
        settled_at = CASE WHEN into_status = 0 THEN 0 ELSE me.now_ms END
    WHERE o.house = me.house AND o.id = of_id AND o.round = of_round AND o.status = 0;
    RETURN FOUND;
END
$$;

RESET ROLE;
SET ROLE loge_fn;
CREATE OR REPLACE FUNCTION loge.outbox_requeue_1(of_id uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me loge.doer := loge.who('');
    n integer;
BEGIN
    IF me.house IS NULL OR me.may & 12 = 0 THEN
        PERFORM loge.answer(-111);
    END IF;
    UPDATE loge.outbox AS o SET status = 0, round = 0, tries = 0, due_at = me.now_ms,
        settled_at = 0, made_at = me.now_ms
    WHERE o.house = me.house AND o.status = 2 AND (of_id IS NULL OR o.id = of_id);
    GET DIAGNOSTICS n = ROW_COUNT;
    RETURN n;
END
$$;
RESET ROLE;
ALTER FUNCTION loge.outbox_take_2 OWNER TO loge_fn;
ALTER FUNCTION loge.outbox_settle_2 OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.outbox_take_2, loge.outbox_settle_2 TO loge_manager, loge_service;
SET ROLE loge_owner;

-- ---- the waiting list -------------------------------------------------------------------------

-- Who waits, and who has an offer, each without walking over the other.
CREATE INDEX waitlist_waits ON loge.waitlist (house, show_no, joined_at, id) WHERE status = 0;
CREATE INDEX waitlist_offered ON loge.waitlist (house, show_no, hold) WHERE status = 1;

-- As before; but an offer of the waiting list belongs to whoever waited: when he leaves, any clerk
-- lets its seats go.
CREATE OR REPLACE FUNCTION loge.judge_held(me loge.doer, act smallint, became smallint, holder uuid,
    old loge.hold, held_until bigint, holds loge.hold_row[]) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    IF act = 5 THEN
        IF held_until > me.now_ms OR (old.status = 1 AND old.paying_until > me.now_ms) THEN
            RETURN -101;
        END IF;
        RETURN 0;
    END IF;
    IF held_until <= me.now_ms AND became IN (1, 2) THEN
        RETURN -104;
    END IF;
    IF became = 1 AND judge_held.holder IS DISTINCT FROM old.id THEN
        RETURN -115;
    END IF;
    IF me.carries OR act = 4 OR old.holder = me.name THEN
        RETURN 0;
    END IF;
    IF act = 6 AND me.may & 12 <> 0 THEN
        RETURN 0;
    END IF;
    IF act = 3 AND (me.may & 28 <> 0 OR old.source = 4 OR loge.gives_up(me, old, holds)) THEN
        RETURN 0;
    END IF;
    RETURN -105;
END
$$;

CREATE OR REPLACE FUNCTION loge.judge_holds(me loge.doer, rows loge.hold_row[],
    new_holds loge.hold_row[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    r loge.hold_row;
    old loge.hold;
BEGIN
    FOREACH r IN ARRAY rows LOOP
        SELECT h.* INTO old FROM loge.hold AS h WHERE h.house = me.house AND h.id = r.id;
        IF old.holder <> me.name AND me.may & 28 = 0
                AND NOT (old.source = 4 AND old.status = 0 AND r.status = 4)
                AND NOT loge.gives_up(me, old, new_holds) THEN
            RETURN -105;
        END IF;
    END LOOP;
    RETURN 0;
END
$$;
