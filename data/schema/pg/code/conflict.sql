-- Conflicts: what is decided about them, and who looks for other seats.

-- Whoever has the key of a till looks for other seats, and does nothing else: for a loser who has none,
-- as many as were lost and until it has to be decided; and takes an offer back that lost a seat.
CREATE FUNCTION loge.looks_for_seats(me loge.doer, c loge.changes, conflicts loge.conflict_row[],
    offers uuid[]) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN num_nonnulls(c.notes, c.sales, c.tickets, c.payments, c.shifts, c.moves, c.customers, c.waiters,
            c.vouchers, c.people, c.halls, c.shows) = 0
        AND NOT EXISTS (SELECT 1 FROM unnest(c.steps) AS s
            WHERE (s.act = :ACT_EXPIRE OR (s.act = :ACT_HOLD AND s.holder = ANY (offers))
                OR (s.act = :ACT_OVERRIDE AND s.prior = ANY (offers))) IS FALSE)
        AND NOT EXISTS (SELECT 1 FROM unnest(c.holds) AS h
            WHERE h.id <> ALL (offers) OR h.status <> :HOLD_CANCELLED)
        AND NOT EXISTS (SELECT 1 FROM unnest(conflicts) AS r
            LEFT JOIN loge.conflict AS k ON k.house = me.house AND k.id = r.id
            LEFT JOIN LATERAL (SELECT h.show_no, h.holder, h.expires_at, (SELECT count(*)
                    FROM unnest(c.steps) AS s WHERE s.act = :ACT_HOLD AND s.holder = h.id) AS seats
                FROM unnest(c.new_holds) AS h WHERE h.id = r.proposal) AS n ON true
            WHERE (k.outcome = :CONFLICT_OPEN AND r.outcome = :CONFLICT_OPEN AND r.decided_by = ''
                AND r.note = k.note AND k.heading = :MERGE_RESEAT
                AND CASE WHEN r.proposal IS NULL THEN EXISTS (SELECT 1 FROM loge.claim AS m
                    WHERE m.house = me.house AND m.hold_id = k.proposal AND NOT m.live)
                ELSE k.proposal IS NULL AND n.holder = '' AND n.show_no = k.show_no
                    AND n.expires_at = k.deadline AND n.seats = cardinality(k.seats) END) IS NOT TRUE);
END
$$;

-- What is decided about conflicts, or offered to their losers, in an act of its own: the rule is the
-- program's (src/domain/resolve.h, reseat.h). Holds in no basket that the act may take: those that keep
-- seats for the losers now, and those that are to. NULL: this may not be done.
CREATE FUNCTION loge.judge_conflicts(me loge.doer, c loge.changes, rows loge.conflict_row[])
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
    offers uuid[] := ARRAY(SELECT k.proposal FROM unnest(rows) AS r
            CROSS JOIN LATERAL (SELECT q.proposal FROM loge.conflict AS q
                WHERE q.house = me.house AND q.id = r.id AND q.version = r.version OFFSET 0) AS k
            WHERE k.proposal IS NOT NULL)
        || ARRAY(SELECT r.proposal FROM unnest(rows) AS r WHERE r.proposal IS NOT NULL);
BEGIN
    IF me.may & :ROLE_BITS_OFFICE <> 0 OR (EXISTS (SELECT 1 FROM loge.journal AS j
                WHERE j.house = me.house AND j.till = me.proven AND j.quarantine = :QUARANTINE_NONE)
            AND loge.looks_for_seats(me, c, rows, offers)) THEN
        RETURN offers;
    END IF;
    RETURN NULL;
END
$$;

-- Compared and set; and then it has to be true: whoever decided has decided, what is given is given.
CREATE FUNCTION loge.write_conflicts(me loge.doer, rows loge.conflict_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    UPDATE loge.conflict AS c SET {changes conflict r but version = c.version + 1}
    FROM unnest(rows) AS r
    WHERE c.house = me.house AND c.id = r.id AND c.version = r.version
        AND (c.outcome = :CONFLICT_OPEN OR (c.outcome = :CONFLICT_DUE AND r.outcome = :CONFLICT_REFUND));
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, cardinality(rows));
    IF EXISTS (SELECT 1 FROM unnest(rows) AS r
            JOIN loge.conflict AS c ON c.house = me.house AND c.id = r.id
            LEFT JOIN loge.sale AS s ON s.house = me.house AND s.id = c.sale
            WHERE (c.outcome <> :CONFLICT_OPEN AND c.decided_by <> me.name AND NOT me.carries)
                OR (c.outcome <> :CONFLICT_OPEN AND EXISTS (SELECT 1 FROM loge.hold AS h
                    WHERE h.house = me.house AND h.id = c.proposal
                        AND h.status IN (:HOLD_ACTIVE, :HOLD_PAYING)))
                OR (c.outcome IN (:CONFLICT_SAME, :CONFLICT_OTHER) AND (SELECT count(*)
                    FROM loge.ticket AS t WHERE t.house = me.house AND t.sale = c.sale
                        AND t.status = :TICKET_VALID) < cardinality(c.seats))
                OR (c.outcome = :CONFLICT_REFUND AND (s.paid <= s.total) IS NOT TRUE)) THEN
        PERFORM loge.answer(:ANSWER_INVALID);
    END IF;
END
$$;

-- What a loser gets is what the loser had: the same order and price, in another place or in the same one
-- again, for as many seats as were lost; nobody else's order is in the act. In the books it adds up.
CREATE FUNCTION loge.expect_conflict_truths(me loge.doer, c loge.changes, past loge.past,
    conflicts loge.conflict_row[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM loge.expect_no_fault((SELECT 'sale.id' FROM unnest(c.sales) AS r
        LEFT JOIN unnest(past.sales) AS o ON o.id = r.id
        WHERE NOT EXISTS (SELECT 1 FROM unnest(conflicts) AS q JOIN loge.conflict AS k
                ON k.house = me.house AND k.id = q.id WHERE k.sale = r.id)
            OR (r.name, r.email, r.customer, r.show_no, r.collected_at) IS DISTINCT FROM
                (o.name, o.email, o.customer, o.show_no, o.collected_at) LIMIT 1));
    PERFORM loge.expect_no_fault((SELECT 'ticket.sale' FROM unnest(c.tickets) AS r
        LEFT JOIN unnest(past.tickets) AS o ON o.sale = r.sale AND o.id = r.id
        WHERE r.status <> :TICKET_VALID OR o.status <> :TICKET_EXCHANGED
            OR NOT EXISTS (SELECT 1 FROM unnest(conflicts) AS q
                JOIN loge.conflict AS k ON k.house = me.house AND k.id = q.id
                JOIN loge.ticket AS t ON t.house = me.house AND t.sale = k.sale
                    AND t.show_no = k.show_no AND t.seat_no = ANY (k.seats)
                WHERE k.sale = r.sale AND (r.version > 0 OR t.status = :TICKET_EXCHANGED)
                    AND (t.type, t.class_no, t.price, t.discount, t.fee, t.tax, t.total, t.show_no)
                        = (r.type, r.class_no, r.price, r.discount, r.fee, r.tax, r.total, r.show_no))
        LIMIT 1));
    PERFORM loge.expect_no_fault((SELECT 'ticket.seat_no' FROM unnest(conflicts) AS q
        JOIN loge.conflict AS k ON k.house = me.house AND k.id = q.id
        WHERE (SELECT count(*) FROM unnest(c.tickets) AS r WHERE r.sale = k.sale) > cardinality(k.seats)
        LIMIT 1));
    PERFORM loge.expect_no_fault((SELECT 'payment.amount' FROM unnest(c.payments) AS r
        WHERE r.amount >= 0 LIMIT 1));
    PERFORM loge.expect_no_fault((SELECT 'note.act' FROM unnest(c.notes) AS r
        WHERE r.act <> :ACT_CONFLICT LIMIT 1));
    PERFORM loge.expect_no_fault(CASE WHEN num_nonnulls(c.shifts, c.moves, c.customers, c.waiters, c.people) > 0
        THEN 'conflict.rows' END);
    PERFORM loge.expect_no_fault(coalesce(loge.held_seat_fault(me, c), loge.payment_fault(me, c),
        loge.books_fault(me, c), loge.voucher_use_fault(me, c, past)));
END
$$;

-- The losers a till's upload brought (or one that was cut off just before it), and those of any till
-- whose offer lost a seat to it: what each looks for, and in whose name. Asked when the till has sent
-- everything: what its later entries sold would only push such offers aside again.
CREATE FUNCTION loge.losers(of_device uuid, shown bytea)
RETURNS TABLE (k loge.conflict, email text, staff text, role smallint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer := loge.who('');
    j loge.journal;
BEGIN
    j := loge.journal_of(me, of_device, shown);
    RETURN QUERY
    SELECT c, s.email, me.name, me.role FROM loge.conflict AS c
    JOIN loge.sale AS s ON s.house = c.house AND s.id = c.sale
    WHERE c.house = me.house AND c.outcome = :CONFLICT_OPEN AND c.heading = :MERGE_RESEAT
        AND c.deadline > me.now_ms
        AND CASE WHEN c.proposal IS NULL THEN c.device = of_device AND c.at >= j.heard_at - 600000
            ELSE EXISTS (SELECT 1 FROM loge.claim AS m
                WHERE m.house = me.house AND m.hold_id = c.proposal AND NOT m.live) END
    ORDER BY c.seq, c.id;
END
$$;

-- A payment comes back to a house that went back, and its order has lost its seats: nobody decides that, the
-- provider gives the money back (src/domain/resolve.h has CONFLICT_REFUND). Other seats are free again.
CREATE FUNCTION loge.give_back_lost(me loge.doer, k loge.conflict, by_auth text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    was CONSTANT integer := loge.acting(:ACT_CONFLICT);
    a loge.act := ROW(gen_random_uuid(), sha256(uuid_send(k.id)), :ACT_CONFLICT, me.name, me.till, me.role, '',
        'sold twice', 'back by the provider', '', '', '', NULL)::loge.act;
    c loge.changes;
    j loge.judged := ROW(0, 0, '{}', NULL, false, true, false);
    back_into uuid;
BEGIN
    SELECT loge.sync_shift_of(me, q, s.shift, me.name, s.currency) INTO back_into
    FROM loge.journal AS q, loge.sale AS s
    WHERE q.house = me.house AND q.till = me.till AND s.house = me.house AND s.id = k.sale;
    c.steps := nullif(ARRAY(SELECT ROW(row_number() OVER (ORDER BY t.seat_no), t.show_no, t.seat_no, t.version,
            :ACT_OVERRIDE, t.status, :SEAT_AVAILABLE, NULL, t.holder, 0, 0)::loge.step
        FROM (SELECT q.* FROM loge.show_seat AS q WHERE q.house = me.house AND q.show_no = k.show_no
            AND q.status = :SEAT_HELD AND q.holder = k.proposal ORDER BY q.seat_no FOR NO KEY UPDATE) AS t), '{}');
    c.holds := nullif(ARRAY(SELECT ROW(q.*)::loge.hold_row FROM (SELECT {columns hold h but
            status = :HOLD_CANCELLED; ending = :END_SYNC_CONFLICT; ended_at = me.now_ms}
        FROM loge.hold AS h WHERE h.house = me.house AND h.id = k.proposal AND h.status = :HOLD_ACTIVE) AS q), '{}');
    c.sales := ARRAY(SELECT ROW(q.*)::loge.sale_row FROM (SELECT {columns sale s but
            status = :SALE_REFUNDED; paid = s.total}
        FROM loge.sale AS s WHERE s.house = me.house AND s.id = k.sale) AS q);
    c.payments := ARRAY(SELECT ROW(q.*)::loge.payment_row FROM (SELECT {columns payment p but
            id = gen_random_uuid(); shift = back_into; amount = s.total - s.paid; given = 0; reason = a.reason;
            at = me.now_ms; late_at = 0}
        FROM loge.payment AS p JOIN loge.sale AS s ON s.house = p.house AND s.id = p.sale
        WHERE p.house = me.house AND p.sale = k.sale AND p.auth = by_auth AND p.amount > 0 LIMIT 1) AS q);
    c.notes := ARRAY[ROW(:ACT_CONFLICT, k.show_no, k.sale, 'refund')::loge.note_row];
    j.changes := coalesce(cardinality(c.steps), 0);
    j.befores := array_fill(k.proposal, ARRAY[j.changes]);
    INSERT INTO loge.receipt (house, key, fingerprint, act, at, last_event, answer)
    VALUES (me.house, a.key, a.print, a.act, me.now_ms, me.base + j.changes + 1, '');
    PERFORM loge.write_act(me, a, c, j);
    PERFORM loge.write_conflicts(me, ARRAY(SELECT ROW(q.*)::loge.conflict_row FROM (SELECT {columns conflict k but
        outcome = :CONFLICT_REFUND; decided_by = me.name; decided_at = me.now_ms; note = a.note}) AS q));
    PERFORM loge.acting(was);
END
$$;

RESET ROLE;
ALTER FUNCTION loge.losers OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.losers
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
