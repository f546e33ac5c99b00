-- What a journal may bring: the walls around what a till that was alone says it did.

-- What may stand in a journal: what a till does alone (src/domain/alone.h). A step may also be the
-- override of a hold that gives way to money, and a note may be of a conflict.
CREATE FUNCTION loge.sync_may(me loge.doer, tills text[], b loge.sync_batch) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN NOT EXISTS (SELECT 1 FROM unnest(b.entries) AS r
            WHERE r.done IS NOT NULL AND r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_SELL, :ACT_RELEASE,
                :ACT_EXPIRE, :ACT_TRANSFER, :ACT_REFUND, :ACT_EXCHANGE, :ACT_SHIFT_OPEN, :ACT_SHIFT_MOVE,
                :ACT_SHIFT_CLOSE, :ACT_CUSTOMER, :ACT_REPRINT, :ACT_PAY, :ACT_COLLECT, :ACT_ADMIT,
                :ACT_LEAVE, :ACT_TURN_AWAY, :ACT_BAG, :ACT_BAG_FEE, :ACT_BAG_STOP))
        AND NOT EXISTS (SELECT 1 FROM unnest(b.steps) AS r
            WHERE r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_SELL, :ACT_RELEASE, :ACT_OVERRIDE, :ACT_EXPIRE,
                :ACT_TRANSFER, :ACT_REFUND, :ACT_EXCHANGE)
                OR NOT (r.was * 10000 + r.act * 100 + r.became = ANY (loge.steps())))
        AND NOT EXISTS (SELECT 1 FROM unnest(b.notes) AS r
            WHERE r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_SELL, :ACT_RELEASE, :ACT_EXPIRE, :ACT_TRANSFER,
                :ACT_REFUND, :ACT_EXCHANGE, :ACT_SHIFT_OPEN, :ACT_SHIFT_MOVE, :ACT_SHIFT_CLOSE,
                :ACT_CUSTOMER, :ACT_REPRINT, :ACT_PAY, :ACT_COLLECT, :ACT_ADMIT, :ACT_LEAVE, :ACT_TURN_AWAY,
                :ACT_CONFLICT, :ACT_BAG, :ACT_BAG_FEE, :ACT_BAG_STOP))
        AND NOT EXISTS (SELECT 1 FROM unnest(b.sales) AS r WHERE r.till <> ALL (tills))
        AND NOT EXISTS (SELECT 1 FROM unnest(b.shifts) AS r WHERE r.till <> ALL (tills))
        AND NOT EXISTS (SELECT 1 FROM unnest(b.holds) AS r
            LEFT JOIN LATERAL (SELECT k.id, k.till FROM loge.hold AS k
                WHERE k.house = me.house AND k.id = r.id OFFSET 0) AS h ON true
            WHERE coalesce(h.till, r.till) <> ALL (tills) AND (h.id IS NULL OR NOT EXISTS (SELECT 1
                FROM unnest(b.steps) AS s WHERE r.id IN (s.prior, s.holder))))
        AND (me.may & :ROLE_BITS_SELLING <> 0 OR num_nonnulls(b.sales, b.payments, b.shifts, b.moves, b.waiters) = 0);
END
$$;

-- Whose rows a journal brings: its till's, and those of the house's clients if it is brought by a
-- role that may serve them (loge.read_token_secret). A service acts for its clients, and what they hold
-- and order stays theirs.
CREATE FUNCTION loge.sync_clients(me loge.doer) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN CASE WHEN me.may & :ROLE_BITS_SERVING <> 0 THEN
        ARRAY(SELECT DISTINCT t.name FROM loge.token AS t WHERE t.house = me.house) ELSE '{}' END;
END
$$;

CREATE FUNCTION loge.sync_tills(me loge.doer, j loge.journal) RETURNS text[] LANGUAGE sql STABLE AS $$
    SELECT ARRAY[j.till] || loge.sync_clients(me)
$$;

-- Of names that are none of these: may their rows stand under the journal's own till? A house that
-- went back has lost the token of a client, too, and the client's orders must not be lost with it. The
-- name of a till is refused for good (ANSWER_INVALID: this entry, and the others go on). A client's name
-- waits (ANSWER_NOT_ALLOWED) for somebody who may serve.
CREATE FUNCTION loge.sync_forgotten(me loge.doer, names text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF me.may & :ROLE_BITS_SERVING = 0 AND EXISTS (SELECT 1 FROM loge.token AS t
            WHERE t.house = me.house AND t.name = ANY (names)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    IF me.may & :ROLE_BITS_SERVING = 0 OR EXISTS (SELECT 1 FROM loge.journal AS t
            WHERE t.house = me.house AND t.till = ANY (names)) THEN
        PERFORM loge.answer(:ANSWER_INVALID);
    END IF;
END
$$;

CREATE FUNCTION loge.sync_till(tills text[], name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN name = ANY (tills) THEN name ELSE tills[1] END
$$;

-- The numbers of a batch go on where the journal ends, and its events count from 1.
CREATE FUNCTION loge.sync_counts(j loge.journal, entries loge.sync_entry[],
    steps loge.sync_step[], notes loge.sync_note[]) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN NOT EXISTS (SELECT 1 FROM unnest(entries) WITH ORDINALITY
                AS r (n, seq, epoch, uid, place, size, state, reason, heading, made_at, act, actor,
                    approver, why, note, answer, done, left_show, left_seat, left_version, address, client,
                    i)
            WHERE r.n IS DISTINCT FROM r.i OR r.seq IS DISTINCT FROM j.last_seq + r.i
                OR r.epoch IS DISTINCT FROM j.epoch
                OR r.done NOT BETWEEN 0 AND coalesce(cardinality(steps), 0)
                    + coalesce(cardinality(notes), 0))
        AND (SELECT count(*) = count(DISTINCT q.n) AND coalesce(min(q.n), 1) = 1
                AND coalesce(max(q.n), 0) = count(*)
            FROM (SELECT r.n FROM unnest(steps) AS r UNION ALL SELECT r.n FROM unnest(notes) AS r)
                AS q);
END
$$;

-- What the house keeps for somebody who lost his seats only gives way, and is nobody's to rewrite.
-- Whoever gives way (ACT_OVERRIDE) and is not such an offer, gives way to money.
CREATE FUNCTION loge.sync_minds_offers(me loge.doer, steps loge.sync_step[], holds loge.hold_row[])
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN NOT EXISTS (SELECT 1 FROM unnest(steps) AS r
            LEFT JOIN LATERAL (SELECT c.outcome FROM loge.conflict AS c
                WHERE c.house = me.house AND c.proposal = r.prior OFFSET 0) AS k ON true
            WHERE r.was = :SEAT_HELD AND CASE WHEN k.outcome = :CONFLICT_OPEN
                THEN r.act NOT IN (:ACT_OVERRIDE, :ACT_EXPIRE)
                ELSE r.act = :ACT_OVERRIDE AND NOT EXISTS (SELECT 1 FROM unnest(steps) AS s
                    WHERE s.entry = r.entry AND s.show_no = r.show_no AND s.seat_no = r.seat_no
                        AND s.became = :SEAT_SOLD) END)
        AND NOT EXISTS (SELECT 1 FROM unnest(holds) AS r
            CROSS JOIN LATERAL (SELECT 1 FROM loge.conflict AS c
                WHERE c.house = me.house AND c.proposal = r.id OFFSET 0) AS k);
END
$$;

-- A scanner's login brings home what a scanner may do: holds, seats let go, the door, and bags without
-- their fees.
CREATE FUNCTION loge.sync_scans_only(b loge.sync_batch)
RETURNS boolean LANGUAGE sql AS $$
    SELECT num_nonnulls(b.sales, b.tickets, b.payments, b.shifts, b.moves, b.customers, b.waiters, b.vouchers) = 0
        AND NOT EXISTS (SELECT 1 FROM unnest(b.entries) AS r
            WHERE r.done IS NOT NULL AND r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_RELEASE, :ACT_EXPIRE,
                :ACT_ADMIT, :ACT_LEAVE, :ACT_TURN_AWAY, :ACT_BAG, :ACT_BAG_STOP))
        AND NOT EXISTS (SELECT 1 FROM unnest(b.steps) AS r
            WHERE r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_RELEASE, :ACT_OVERRIDE, :ACT_EXPIRE))
        AND NOT EXISTS (SELECT 1 FROM unnest(b.notes) AS r
            WHERE r.act NOT IN (:ACT_HOLD, :ACT_EXTEND, :ACT_RELEASE, :ACT_EXPIRE, :ACT_ADMIT, :ACT_LEAVE,
                :ACT_TURN_AWAY, :ACT_CONFLICT, :ACT_BAG, :ACT_BAG_STOP))
$$;

-- A conflict is of this till, and the sale that lost is its or a client's.
CREATE FUNCTION loge.sync_owns(me loge.doer, tills text[], rows loge.sync_conflict[])
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN NOT EXISTS (SELECT 1 FROM unnest(rows) AS r
        LEFT JOIN LATERAL (SELECT k.till FROM loge.sale AS k
            WHERE k.house = me.house AND k.id = r.sale OFFSET 0) AS s ON true
        WHERE (r.sale IS NOT NULL AND (s.till = ANY (tills)) IS NOT TRUE)
            OR coalesce(cardinality(r.seats), 0) <> coalesce(cardinality(r.owners), 0));
END
$$;
