-- The acts of the door: keys that tickets are signed with, who is in, every scan, and the bags.

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
    -- Who blocks a ticket was at no door: the till that let it in last, or none, stays.
    PERFORM loge.expect_no_fault((SELECT 'admission.till' FROM unnest(rows) AS r
        LEFT JOIN loge.admission AS a ON a.house = me.house AND a.ticket = r.ticket
        WHERE r.till NOT IN (me.till, CASE WHEN r.entries = coalesce(a.entries, 0) THEN coalesce(a.till, '')
            ELSE me.till END) AND NOT me.carries LIMIT 1));
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
    IF NOT me.carries AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            WHERE (r.actor, r.till) <> (me.name, me.till)) THEN
        PERFORM loge.answer(:ANSWER_NOT_ALLOWED);
    END IF;
    INSERT INTO loge.scan (house, {columns scan}, act, house_at)
    SELECT me.house, {columns scan r}, r.act, me.now_ms
    FROM unnest(rows) AS r;
END
$$;

-- ---- the act ----------------------------------------------------------------------------------

-- The key of an act that writes these lines into the log and nothing else. False: it was done before.
CREATE FUNCTION loge.keep_receipt(me loge.doer, a loge.act, notes loge.note_row[]) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.receipt (house, key, fingerprint, act, at, last_event, answer)
    VALUES (me.house, a.key, a.print, a.act, me.now_ms,
        me.base + coalesce(cardinality(notes), 0), a.answer)
    ON CONFLICT DO NOTHING;
    RETURN FOUND;
END
$$;

-- An act of the door: answers as loge.apply. A scanner scans and nothing else; letting in who is
-- refused (DOOR_OVERRIDE), blocking a ticket and changing keys is for supervisors and managers.
CREATE FUNCTION loge.apply_door(program_schema integer, a loge.act, keys loge.key_row[],
    admissions loge.admission_row[], scans loge.scan_row[], notes loge.note_row[])
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer;
BEGIN
    PERFORM loge.expect_program(program_schema);
    me := loge.actor_of(a, CASE WHEN a.approver <> ''
        THEN ROW(keys, admissions, scans, notes)::text END);
    IF me.house IS NULL THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    -- Of the log the door writes its own kinds of lines and no others: ACT_ADMIT to ACT_TICKET_BLOCK.
    IF a.act NOT BETWEEN :ACT_ADMIT AND :ACT_TICKET_BLOCK OR EXISTS (SELECT 1 FROM unnest(notes) AS r
            WHERE r.act NOT BETWEEN :ACT_ADMIT AND :ACT_TICKET_BLOCK) THEN
        RETURN :ANSWER_INVALID;
    END IF;
    IF me.may & :ROLE_BITS_ALL = 0 OR (me.may & :ROLE_BITS_OFFICE = 0 AND NOT me.carries AND (keys IS NOT NULL
            OR (admissions IS NOT NULL AND scans IS NULL)
            OR EXISTS (SELECT 1 FROM unnest(scans) AS r WHERE r.code = :DOOR_OVERRIDE))) THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    IF NOT loge.keep_receipt(me, a, notes) THEN
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
        PERFORM loge.tell_notes(me, a, notes, 0, 0);
    END IF;
    RETURN me.base + coalesce(cardinality(notes), 0);
END
$$;

-- ---- bags ---------------------------------------------------------------------------------------

-- The steps of src/domain/row/checkin.steps.def; a check-in without a row is in progress. What was asked for
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

-- An act about a bag: answers as loge.apply. A scanner weighs and gives up; money is for others.
CREATE FUNCTION loge.apply_checkin(program_schema integer, a loge.act, checkins loge.checkin_row[],
    shifts loge.shift_row[], vouchers loge.voucher_row[], notes loge.note_row[])
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    me loge.doer;
    c loge.changes;
    past loge.past;
BEGIN
    PERFORM loge.expect_program(program_schema);
    me := loge.actor_of(a, CASE WHEN a.approver <> ''
        THEN ROW(checkins, shifts, vouchers, notes)::text END);
    IF me.house IS NULL THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    -- Of the log it writes its own kinds of lines, ACT_BAG to ACT_BAG_STOP, and that a shift was opened
    -- for money.
    IF a.act NOT BETWEEN :ACT_BAG AND :ACT_BAG_STOP OR EXISTS (SELECT 1 FROM unnest(notes) AS r
            WHERE r.act NOT BETWEEN :ACT_BAG AND :ACT_BAG_STOP
                AND (r.act <> :ACT_SHIFT_OPEN OR a.act <> :ACT_BAG_FEE)) THEN
        RETURN :ANSWER_INVALID;
    END IF;
    IF me.may & :ROLE_BITS_SELLING = 0 AND (shifts IS NOT NULL OR vouchers IS NOT NULL
            OR EXISTS (SELECT 1 FROM unnest(checkins) AS r WHERE r.paid > 0)) THEN
        RETURN :ANSWER_NOT_ALLOWED;
    END IF;
    IF NOT loge.keep_receipt(me, a, notes) THEN
        RETURN :ANSWER_REPLAY;
    END IF;
    c.shifts := shifts;
    c.vouchers := vouchers;
    past := loge.past_of(me, c);
    PERFORM loge.acting(a.act);
    IF shifts IS NOT NULL THEN
        PERFORM loge.write_shifts(me, shifts);
    END IF;
    PERFORM loge.judge_checkins(me, checkins);
    PERFORM loge.write_checkins(me, checkins);
    IF vouchers IS NOT NULL THEN
        PERFORM loge.write_vouchers(me, vouchers);
    END IF;
    PERFORM loge.tell_notes(me, a, notes, 0, 0);
    IF NOT me.carries THEN
        PERFORM loge.expect_bag_truths(me, c, checkins, past);
    END IF;
    RETURN me.base + coalesce(cardinality(notes), 0);
END
$$;

-- Whether a ticket's order is paid, for doors that may not see the order itself.
CREATE FUNCTION loge.order_of(of_sale uuid, OUT status smallint, OUT code text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT v.status, v.code FROM loge.sale AS v
    WHERE v.house = (SELECT l.house FROM loge.login AS l WHERE l.login = session_user)
        AND v.id = of_sale
$$;

RESET ROLE;
ALTER FUNCTION loge.apply_door OWNER TO loge_fn;
ALTER FUNCTION loge.apply_checkin OWNER TO loge_fn;
ALTER FUNCTION loge.order_of OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.apply_door, loge.apply_checkin, loge.order_of
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
