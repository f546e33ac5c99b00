-- What a till's replica of the house is made of, and what of it has changed.
--
-- A view for each table of src/port/replica.h, with its columns in the order of that table. They
-- belong to loge_fn and show whoever asks his own house; a scanner is shown nobody's name, address
-- or money.

CREATE FUNCTION loge.only_scans() RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce((SELECT l.role = :ROLE_SCANNER AND NOT l.carries FROM loge.login AS l
        WHERE l.login = session_user), true)
$$;

CREATE VIEW loge.pull_house AS
SELECT r.name, r.currency, r.timezone, r.created_at, coalesce(p.bag_limit_g, :BAG_LIMIT_G) AS bag_limit_g,
    coalesce(p.bag_fee, :BAG_FEE) AS bag_fee, coalesce(p.list_ms, 1800000) AS list_ms,
    coalesce(p.list_scanner, false)::integer AS list_scanner, coalesce(p.offline_days, 14) AS offline_days
FROM loge.house AS r LEFT JOIN loge.policy AS p ON p.house = r.house;

CREATE VIEW loge.pull_staff AS
SELECT r.name, r.role, r.disabled, r.version
FROM loge.staff AS r;

CREATE VIEW loge.pull_customer AS
SELECT {columns customer r}
FROM loge.customer AS r
WHERE NOT (SELECT loge.only_scans());

CREATE VIEW loge.pull_hall AS
SELECT r.no, r.id, r.name, r.seats, r.next_seat, r.plan_version, r.plan_name, r.focal_x, r.focal_y,
    r.width, r.height, r.version
FROM loge.hall AS r;

CREATE VIEW loge.pull_document AS
SELECT r.no AS hall_no, r.document
FROM loge.hall AS r;

CREATE VIEW loge.pull_class AS
SELECT r.hall_no, r.class_no, r.name, r.colour
FROM loge.hall_class AS r;

CREATE VIEW loge.pull_section AS
SELECT r.hall_no, r.section_no, r.name, r.x, r.y
FROM loge.hall_section AS r;

CREATE VIEW loge.pull_row AS
SELECT r.hall_no, r.row_no, r.section_no, r.label, r.line
FROM loge.hall_row AS r;

CREATE VIEW loge.pull_area AS
SELECT r.hall_no, r.area_no, r.kind, r.x, r.y, r.width, r.height, r.rotation, r.text, r.colour,
    r.border, r.text_x, r.text_y, r.text_size, r.text_colour, array_to_json(r.points)::text AS
    points, r.section_no, r.guid
FROM loge.hall_area AS r;

CREATE VIEW loge.pull_seat AS
SELECT r.hall_no, r.seat_no, r.pos, r.row_no, r.run, r.cell, r.x, r.y, r.class_no, r.flags,
    r.number, r.label, r.guid, r.retired
FROM loge.hall_seat AS r;

CREATE VIEW loge.pull_show AS
SELECT {columns show r}
FROM loge.show AS r;

CREATE VIEW loge.pull_price AS
SELECT r.show_no, r.class_no, r.adult, r.child, r.senior, r.student, r.comp
FROM loge.price AS r;

-- Grows whenever a show's plan or prices change.
CREATE VIEW loge.pull_terms AS
SELECT r.no AS show_no, r.version + h.plan_version AS terms
FROM loge.show AS r JOIN loge.hall AS h ON h.house = r.house AND h.no = r.hall_no;

CREATE VIEW loge.pull_shift AS
SELECT {columns shift r}
FROM loge.shift AS r
WHERE NOT (SELECT loge.only_scans());

CREATE VIEW loge.pull_move AS
SELECT {columns shift_move r}
FROM loge.shift_move AS r
WHERE NOT (SELECT loge.only_scans());

CREATE VIEW loge.pull_hold AS
SELECT {columns hold r but email = CASE WHEN (SELECT loge.only_scans()) THEN '' ELSE r.email END}
FROM loge.hold AS r;

CREATE VIEW loge.pull_claim AS
SELECT r.hold_id, r.seat_no, r.show_no
FROM loge.claim AS r;

CREATE VIEW loge.pull_state AS
SELECT r.show_no, r.seat_no, r.status, r.version, r.holder, r.held_until, r.open_to, r.allotment,
    r.retired
FROM loge.show_seat AS r;

CREATE VIEW loge.pull_sale AS
SELECT {columns sale r but
    customer = CASE WHEN (SELECT loge.only_scans()) THEN NULL ELSE r.customer END;
    shift = CASE WHEN (SELECT loge.only_scans()) THEN NULL ELSE r.shift END;
    name = CASE WHEN (SELECT loge.only_scans()) THEN '' ELSE r.name END;
    email = CASE WHEN (SELECT loge.only_scans()) THEN '' ELSE r.email END}
FROM loge.sale AS r;

CREATE VIEW loge.pull_ticket AS
SELECT {columns ticket r but sold_by = CASE WHEN (SELECT loge.only_scans()) THEN '' ELSE r.sold_by END;
    ended_by = CASE WHEN (SELECT loge.only_scans()) THEN '' ELSE r.ended_by END}
FROM loge.ticket AS r;

CREATE VIEW loge.pull_payment AS
SELECT {columns payment r}
FROM loge.payment AS r
WHERE NOT (SELECT loge.only_scans());

CREATE VIEW loge.pull_voucher AS
SELECT {columns voucher r}
FROM loge.voucher AS r
WHERE NOT (SELECT loge.only_scans());

CREATE VIEW loge.pull_voucher_loan AS
SELECT {columns voucher_loan r}
FROM loge.voucher_loan AS r
WHERE NOT (SELECT loge.only_scans());

CREATE VIEW loge.pull_waiter AS
SELECT {columns waiter r}
FROM loge.waitlist AS r
WHERE NOT (SELECT loge.only_scans());

CREATE VIEW loge.pull_key AS
SELECT {columns ticket_key r}
FROM loge.ticket_key AS r;

CREATE VIEW loge.pull_admission AS
SELECT {columns admission r}
FROM loge.admission AS r;

-- Every bag, with its fee for whoever is shown money: a scanner has to know that it is settled.
CREATE VIEW loge.pull_checkin AS
SELECT {columns checkin r but
    fee = CASE WHEN m.hidden THEN 0 ELSE r.fee END; tender = CASE WHEN m.hidden THEN 0 ELSE r.tender END; paid = CASE WHEN m.hidden THEN 0 ELSE r.paid END;
    given = CASE WHEN m.hidden THEN 0 ELSE r.given END; auth = CASE WHEN m.hidden THEN '' ELSE r.auth END;
    voucher = CASE WHEN m.hidden THEN '' ELSE r.voucher END; shift = CASE WHEN m.hidden THEN NULL ELSE r.shift END}
FROM loge.checkin AS r
CROSS JOIN LATERAL (SELECT r.paid > 0 AND (SELECT loge.only_scans()) AS hidden) AS m;

CREATE VIEW loge.pull_scan AS
SELECT {columns scan r}
FROM loge.scan AS r;

-- ---- what has changed -------------------------------------------------------------------------

-- The transaction that wrote a row as it is. What the log does not name by itself (a voucher that a
-- sale used up, a key) is found by it; a row that was written in another cluster looks new.
CREATE FUNCTION loge.written_by(x xid, next_one bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN w.candidate < next_one THEN w.candidate ELSE w.candidate - 4294967296 END
    FROM (SELECT (next_one >> 32 << 32) + x::text::bigint AS candidate) AS w
$$;

-- The rows that events after one name, of at most so many events: what they are ("hold", "sale"
-- ...), and the id, number or code they go by. First comes one row "mark" with the last of those
-- events, and whether there are more; or "lost": that event is not in the log any more, because a
-- backup of the house was restored.
CREATE FUNCTION loge.pull(after bigint, most integer)
RETURNS TABLE (what text, id uuid, no bigint, seat_no integer, code text, more boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = on
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    my_house integer := (SELECT l.house FROM loge.login AS l WHERE l.login = session_user);
    horizon bigint := (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + loge.event_base())
        << 20;
    next_one bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
    since bigint := (after >> 20) - loge.event_base();
    last bigint;
    events bigint;
    acts smallint[];
    added integer[];
    doors integer[];
    subjects uuid[];
    halls integer[];
    shows integer[];
    sales uuid[];
BEGIN
    IF after > 0 AND NOT EXISTS (SELECT 1 FROM loge.event AS e
            WHERE e.house = my_house AND e.id = after) THEN
        RETURN QUERY SELECT 'lost', NULL::uuid, 0::bigint, 0, '', true;
        RETURN;
    END IF;
    SELECT max(t.id), count(*), array_agg(DISTINCT t.act),
        array_agg(DISTINCT t.show_no) FILTER (WHERE t.act = :ACT_SHOW_ADD),
        array_agg(DISTINCT t.show_no) FILTER (WHERE t.act BETWEEN :ACT_ADMIT AND :ACT_TURN_AWAY),
        array_agg(DISTINCT t.subject)
    INTO last, events, acts, added, doors, subjects
    FROM (SELECT * FROM loge.event AS e WHERE e.house = my_house AND e.id > after
        AND e.id < horizon ORDER BY e.id LIMIT most) AS t;
    RETURN QUERY SELECT 'mark', NULL::uuid, coalesce(last, after), 0, '', events = most;
    IF events = 0 THEN
        RETURN;
    END IF;
    RETURN QUERY SELECT DISTINCT 'state', NULL::uuid, e.show_no::bigint, e.seat_no, '', false
        FROM loge.event AS e
        WHERE e.house = my_house AND e.id > after AND e.id <= last AND e.seat_no >= 0;
    -- Whoever had such a seat before may have lost it without being named.
    subjects := subjects || (SELECT array_agg(DISTINCT p.subject)
        FROM loge.event AS e
        JOIN loge.event AS p ON p.house = my_house AND p.show_no = e.show_no
            AND p.seat_no = e.seat_no AND p.seat_no >= 0 AND p.version = e.version - 1
        WHERE e.house = my_house AND e.id > after AND e.id <= last AND e.seat_no >= 0
            AND e.was IN (:SEAT_HELD, :SEAT_SOLD));

    halls := (SELECT array_agg(h.no) FROM loge.hall AS h
        WHERE h.house = my_house AND loge.written_by(h.xmin, next_one) >= since);
    shows := (SELECT array_agg(w.no) FROM loge.show AS w
        WHERE w.house = my_house AND (w.hall_no = ANY (halls)
            OR loge.written_by(w.xmin, next_one) >= since));
    RETURN QUERY SELECT 'hall', NULL::uuid, n::bigint, 0, '', false FROM unnest(halls) AS n;
    RETURN QUERY SELECT 'show', NULL::uuid, n::bigint, 0, '', false FROM unnest(shows) AS n;
    RETURN QUERY SELECT 'states', NULL::uuid, w.no::bigint, 0, '', false FROM loge.show AS w
        WHERE w.house = my_house AND (w.no = ANY (added)
            OR (:ACT_PLAN_IMPORT = ANY (acts) AND w.hall_no = ANY (halls)));

    sales := (SELECT array_agg(s.id) FROM loge.sale AS s
        WHERE s.house = my_house AND s.id = ANY (subjects));
    RETURN QUERY SELECT 'sale', n, 0::bigint, 0, '', false FROM unnest(sales) AS n;
    RETURN QUERY SELECT 'hold', h.id, 0::bigint, 0, '', false FROM loge.hold AS h
        WHERE h.house = my_house AND (h.id = ANY (subjects) OR h.id IN (SELECT s.hold
            FROM loge.sale AS s WHERE s.house = my_house AND s.id = ANY (sales)));
    RETURN QUERY SELECT 'shift', t.id, 0::bigint, 0, '', false FROM loge.shift AS t
        WHERE t.house = my_house AND (t.id = ANY (subjects) OR t.id IN (SELECT p.shift
            FROM loge.payment AS p WHERE p.house = my_house AND p.sale = ANY (sales)
            UNION SELECT s.shift FROM loge.sale AS s WHERE s.house = my_house
                AND s.id = ANY (sales)
            UNION SELECT c.shift FROM loge.checkin AS c WHERE c.house = my_house
                AND c.ticket = ANY (subjects)));
    RETURN QUERY SELECT 'customer', c.id, 0::bigint, 0, '', false FROM loge.customer AS c
        WHERE c.house = my_house AND (c.id = ANY (subjects) OR c.id IN (SELECT s.customer
            FROM loge.sale AS s WHERE s.house = my_house AND s.id = ANY (sales)));
    RETURN QUERY SELECT 'waiter', w.id, 0::bigint, 0, '', false FROM loge.waitlist AS w
        WHERE w.house = my_house AND (w.id = ANY (subjects) OR w.hold = ANY (subjects));
    RETURN QUERY SELECT 'admission', a.ticket, 0::bigint, 0, '', false FROM loge.admission AS a
        WHERE a.house = my_house AND a.ticket = ANY (subjects);
    RETURN QUERY SELECT 'scan', s.id, 0::bigint, 0, '', false FROM loge.scan AS s
        WHERE s.house = my_house AND s.show_no = ANY (doors)
            AND loge.written_by(s.xmin, next_one) >= since;
    RETURN QUERY SELECT 'voucher', NULL::uuid, 0::bigint, 0, v.code, false FROM loge.voucher AS v
        WHERE v.house = my_house AND loge.written_by(v.xmin, next_one) >= since;
    RETURN QUERY SELECT 'staff', NULL::uuid, 0::bigint, 0, s.name, false FROM loge.staff AS s
        WHERE s.house = my_house AND loge.written_by(s.xmin, next_one) >= since;
    RETURN QUERY SELECT 'key', NULL::uuid, k.id::bigint, 0, '', false FROM loge.ticket_key AS k
        WHERE k.house = my_house AND loge.written_by(k.xmin, next_one) >= since;
    RETURN QUERY SELECT 'house', NULL::uuid, 0::bigint, 0, '', false FROM loge.house AS o
        WHERE o.house = my_house AND (loge.written_by(o.xmin, next_one) >= since
            OR EXISTS (SELECT 1 FROM loge.policy AS p
                WHERE p.house = my_house AND loge.written_by(p.xmin, next_one) >= since));
END
$$;

RESET ROLE;
ALTER FUNCTION loge.pull OWNER TO loge_fn;
GRANT EXECUTE ON FUNCTION loge.only_scans, loge.pull
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
ALTER VIEW loge.pull_house OWNER TO loge_fn;
ALTER VIEW loge.pull_staff OWNER TO loge_fn;
ALTER VIEW loge.pull_customer OWNER TO loge_fn;
ALTER VIEW loge.pull_hall OWNER TO loge_fn;
ALTER VIEW loge.pull_document OWNER TO loge_fn;
ALTER VIEW loge.pull_class OWNER TO loge_fn;
ALTER VIEW loge.pull_section OWNER TO loge_fn;
ALTER VIEW loge.pull_row OWNER TO loge_fn;
ALTER VIEW loge.pull_area OWNER TO loge_fn;
ALTER VIEW loge.pull_seat OWNER TO loge_fn;
ALTER VIEW loge.pull_show OWNER TO loge_fn;
ALTER VIEW loge.pull_price OWNER TO loge_fn;
ALTER VIEW loge.pull_terms OWNER TO loge_fn;
ALTER VIEW loge.pull_shift OWNER TO loge_fn;
ALTER VIEW loge.pull_move OWNER TO loge_fn;
ALTER VIEW loge.pull_hold OWNER TO loge_fn;
ALTER VIEW loge.pull_claim OWNER TO loge_fn;
ALTER VIEW loge.pull_state OWNER TO loge_fn;
ALTER VIEW loge.pull_sale OWNER TO loge_fn;
ALTER VIEW loge.pull_ticket OWNER TO loge_fn;
ALTER VIEW loge.pull_payment OWNER TO loge_fn;
ALTER VIEW loge.pull_voucher OWNER TO loge_fn;
ALTER VIEW loge.pull_voucher_loan OWNER TO loge_fn;
ALTER VIEW loge.pull_waiter OWNER TO loge_fn;
ALTER VIEW loge.pull_key OWNER TO loge_fn;
ALTER VIEW loge.pull_admission OWNER TO loge_fn;
ALTER VIEW loge.pull_checkin OWNER TO loge_fn;
ALTER VIEW loge.pull_scan OWNER TO loge_fn;
GRANT SELECT ON
    loge.pull_house, loge.pull_staff, loge.pull_customer, loge.pull_hall, loge.pull_document,
    loge.pull_class, loge.pull_section, loge.pull_row, loge.pull_area, loge.pull_seat,
    loge.pull_show, loge.pull_price, loge.pull_terms, loge.pull_shift, loge.pull_move,
    loge.pull_hold, loge.pull_claim, loge.pull_state, loge.pull_sale, loge.pull_ticket,
    loge.pull_payment, loge.pull_voucher, loge.pull_voucher_loan, loge.pull_waiter, loge.pull_key, loge.pull_admission,
    loge.pull_checkin, loge.pull_scan
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
