-- Halls and shows of an act, as JSON: they are rare and large. Inside apply() only.
--
-- A changed plan replaces the drawing and keeps the seats: each is written under its number, and
-- the numbers that are not in the new plan are retired, in the hall and in every show. A seat that
-- was held or sold since the plan was decided makes the act stale, so that it is decided again.

-- Numbers of halls and shows count up in their house; one act at a time hands them out.
CREATE FUNCTION loge.next_hall(of_house integer) RETURNS integer LANGUAGE sql AS $$
    SELECT coalesce(max(h.no), 0) + 1 FROM loge.hall AS h WHERE h.house = of_house
$$;

CREATE FUNCTION loge.next_show(of_house integer) RETURNS integer LANGUAGE sql AS $$
    SELECT coalesce(max(w.no), 0) + 1 FROM loge.show AS w WHERE w.house = of_house
$$;

-- ---- the drawing ------------------------------------------------------------------------------

CREATE FUNCTION loge.draw_frame(me loge.doer, no integer, plan jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.hall_class (house, hall_no, class_no, name, colour)
    SELECT me.house, no, r.class_no, r.name, r.colour
    FROM jsonb_to_recordset(plan -> 'classes') AS r (class_no smallint, name text, colour text);
    INSERT INTO loge.hall_section (house, hall_no, section_no, name, x, y)
    SELECT me.house, no, r.section_no, r.name, r.x, r.y
    FROM jsonb_to_recordset(plan -> 'sections') AS r (section_no integer, name text, x real,
        y real);
    INSERT INTO loge.hall_row (house, hall_no, row_no, section_no, label, line)
    SELECT me.house, no, r.row_no, r.section_no, r.label, r.line
    FROM jsonb_to_recordset(plan -> 'rows') AS r (row_no integer, section_no integer, label text,
        line integer);
    INSERT INTO loge.hall_area (house, hall_no, area_no, kind, x, y, width, height, rotation, text,
        colour, border, text_x, text_y, text_size, text_colour, points, section_no, guid)
    SELECT me.house, no, r.area_no, r.kind, r.x, r.y, r.width, r.height, r.rotation, r.text,
        r.colour, r.border, r.text_x, r.text_y, r.text_size, r.text_colour, r.points,
        r.section_no, r.guid
    FROM jsonb_to_recordset(plan -> 'areas') AS r (area_no integer, kind smallint, x real, y real,
        width real, height real, rotation real, text text, colour text, border text, text_x real,
        text_y real, text_size real, text_colour text, points real[], section_no integer,
        guid text);
END
$$;

-- A number that belonged to another seat once must never come back: it would inherit its history.
CREATE FUNCTION loge.draw_seats(me loge.doer, no integer, plan jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    INSERT INTO loge.hall_seat AS h (house, hall_no, seat_no, pos, row_no, run, cell, x, y,
        class_no, flags, number, label, guid, retired)
    SELECT me.house, no, r.seat_no, r.pos, r.row_no, r.run, r.cell, r.x, r.y, r.class_no, r.flags,
        r.number, r.label, r.guid, 0
    FROM jsonb_to_recordset(plan -> 'seats') AS r (seat_no integer, pos integer, row_no integer,
        run integer, cell integer, x real, y real, class_no smallint, flags smallint, number text,
        label text, guid text)
    ON CONFLICT (house, hall_no, seat_no) DO UPDATE SET pos = excluded.pos,
        row_no = excluded.row_no, run = excluded.run, cell = excluded.cell, x = excluded.x,
        y = excluded.y, class_no = excluded.class_no, flags = excluded.flags,
        number = excluded.number, label = excluded.label, guid = excluded.guid, retired = 0
    WHERE h.retired = 2;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, jsonb_array_length(plan -> 'seats'));
END
$$;

-- ---- the shows of a changed hall --------------------------------------------------------------

-- Gives shows that are not closed the seats they do not have yet; house seats (flag 8) come
-- blocked. of_show NULL: every show of the hall.
CREATE FUNCTION loge.add_show_seats(me loge.doer, of_hall integer, of_show integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.show_seat (house, show_no, seat_no, status, version)
    SELECT me.house, w.no, h.seat_no,
        CASE WHEN h.flags & 8 <> 0 THEN :SEAT_BLOCKED ELSE :SEAT_AVAILABLE END, 1
    FROM loge.show AS w
    JOIN loge.hall_seat AS h ON h.house = w.house AND h.hall_no = w.hall_no AND h.retired = 0
    WHERE w.house = me.house AND w.hall_no = of_hall AND w.status <> :SHOW_CLOSED
        AND (of_show IS NULL OR w.no = of_show)
    ORDER BY w.no, h.seat_no
    ON CONFLICT (house, show_no, seat_no) DO NOTHING;
END
$$;

CREATE FUNCTION loge.retire_seats(me loge.doer, of_hall integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1
    FROM loge.show AS w
    JOIN loge.hall_seat AS h ON h.house = w.house AND h.hall_no = w.hall_no AND h.retired = 2
    JOIN loge.show_seat AS s ON s.house = w.house AND s.show_no = w.no AND s.seat_no = h.seat_no
    WHERE w.house = me.house AND w.hall_no = of_hall
    ORDER BY s.show_no, s.seat_no
    FOR NO KEY UPDATE OF s;
    IF EXISTS (SELECT 1
            FROM loge.show AS w
            JOIN loge.hall_seat AS h ON h.house = w.house AND h.hall_no = w.hall_no
                AND h.retired = 2
            JOIN loge.show_seat AS s ON s.house = w.house AND s.show_no = w.no
                AND s.seat_no = h.seat_no
            WHERE w.house = me.house AND w.hall_no = of_hall
                AND (s.status = :SEAT_SOLD OR (s.status = :SEAT_HELD AND s.held_until > me.now_ms))) THEN
        PERFORM loge.answer(:ANSWER_STALE);
    END IF;
    UPDATE loge.show_seat AS s SET retired = true
    FROM loge.show AS w, loge.hall_seat AS h
    WHERE w.house = me.house AND w.hall_no = of_hall AND h.house = w.house
        AND h.hall_no = w.hall_no AND h.retired = 2 AND s.house = w.house AND s.show_no = w.no
        AND s.seat_no = h.seat_no;
    UPDATE loge.hall_seat AS h SET retired = 1
    WHERE h.house = me.house AND h.hall_no = of_hall AND h.retired = 2;
END
$$;

-- ---- halls ------------------------------------------------------------------------------------

CREATE FUNCTION loge.add_hall(me loge.doer, hall jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    new_no integer;
BEGIN
    INSERT INTO loge.hall (house, no, id, name, seats, next_seat, plan_version, plan_name, focal_x,
        focal_y, width, height, document, version)
    SELECT me.house, coalesce(nullif(r.no, 0), loge.next_hall(me.house)), r.id, r.name, r.seats_in_all,
        r.next_seat, 1, r.plan_name, r.focal_x, r.focal_y, r.width, r.height, r.document, 1
    FROM jsonb_to_record(hall) AS r (no integer, id text, name text, seats_in_all integer,
        next_seat integer, plan_name text, focal_x real, focal_y real, width real, height real,
        document text)
    RETURNING no INTO new_no;
    RETURN new_no;
END
$$;

CREATE FUNCTION loge.change_hall(me loge.doer, hall jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    of_hall integer := (hall ->> 'no')::integer;
    done bigint;
BEGIN
    UPDATE loge.hall AS h SET id = r.id, name = r.name, seats = r.seats_in_all,
        next_seat = greatest(h.next_seat, r.next_seat), plan_version = h.plan_version + 1,
        plan_name = r.plan_name, focal_x = r.focal_x, focal_y = r.focal_y, width = r.width,
        height = r.height, document = r.document, version = h.version + 1
    FROM jsonb_to_record(hall) AS r (id text, name text, seats_in_all integer, next_seat integer,
        plan_name text, focal_x real, focal_y real, width real, height real, document text,
        version bigint)
    WHERE h.house = me.house AND h.no = of_hall AND h.version = r.version;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, 1);
    DELETE FROM loge.hall_class AS t WHERE t.house = me.house AND t.hall_no = of_hall;
    DELETE FROM loge.hall_section AS t WHERE t.house = me.house AND t.hall_no = of_hall;
    DELETE FROM loge.hall_row AS t WHERE t.house = me.house AND t.hall_no = of_hall;
    DELETE FROM loge.hall_area AS t WHERE t.house = me.house AND t.hall_no = of_hall;
    UPDATE loge.hall_seat AS t SET retired = 2
    WHERE t.house = me.house AND t.hall_no = of_hall AND t.retired = 0;
    RETURN of_hall;
END
$$;

CREATE FUNCTION loge.write_halls(me loge.doer, rows jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    hall jsonb;
    fresh boolean;
    no integer;
BEGIN
    FOR hall IN SELECT jsonb_array_elements(rows) LOOP
        fresh := (hall ->> 'version')::bigint = 0;
        no := CASE WHEN fresh THEN loge.add_hall(me, hall) ELSE loge.change_hall(me, hall) END;
        PERFORM loge.draw_frame(me, no, hall);
        PERFORM loge.draw_seats(me, no, hall);
        IF NOT fresh THEN
            PERFORM loge.retire_seats(me, no);
            PERFORM loge.add_show_seats(me, no, NULL);
        END IF;
    END LOOP;
END
$$;

-- ---- shows ------------------------------------------------------------------------------------

CREATE FUNCTION loge.add_show(me loge.doer, show jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    new_no integer;
BEGIN
    INSERT INTO loge.show (house, {columns show})
    SELECT me.house, {columns show r but no = coalesce(nullif(r.no, 0), loge.next_show(me.house)); hall_no = h.no; version = 1}
    FROM jsonb_to_record(show) AS r ({types show}, hall text)
    JOIN loge.hall AS h ON h.house = me.house AND h.id = r.hall
    RETURNING no INTO new_no;
    PERFORM loge.expect_rows(CASE WHEN new_no IS NULL THEN 0 ELSE 1 END, 1);
    RETURN new_no;
END
$$;

CREATE FUNCTION loge.change_show(me loge.doer, show jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    of_show integer := (show ->> 'no')::integer;
    done bigint;
BEGIN
    UPDATE loge.show AS w SET {changes show r but version = w.version + 1}
    FROM jsonb_to_record(show) AS r ({types show})
    WHERE w.house = me.house AND w.no = of_show AND w.version = r.version;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, 1);
    RETURN of_show;
END
$$;

CREATE FUNCTION loge.write_prices(me loge.doer, of_show integer, show jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO loge.price (house, show_no, class_no, adult, child, senior, student, comp)
    SELECT me.house, of_show, r.class_no, r.adult, r.child, r.senior, r.student, r.comp
    FROM jsonb_to_recordset(show -> 'prices') AS r (class_no smallint, adult bigint, child bigint,
        senior bigint, student bigint, comp bigint)
    ON CONFLICT (house, show_no, class_no) DO UPDATE SET adult = excluded.adult,
        child = excluded.child, senior = excluded.senior, student = excluded.student,
        comp = excluded.comp;
END
$$;

-- The number of the last show that was added, 0 for none.
CREATE FUNCTION loge.write_shows(me loge.doer, rows jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    show jsonb;
    show_no integer;
    added integer := 0;
BEGIN
    FOR show IN SELECT jsonb_array_elements(rows) LOOP
        IF (show ->> 'version')::bigint = 0 THEN
            show_no := loge.add_show(me, show);
            added := show_no;
        ELSE
            show_no := loge.change_show(me, show);
        END IF;
        PERFORM loge.write_prices(me, show_no, show);
        PERFORM loge.add_show_seats(me, (SELECT w.hall_no FROM loge.show AS w
            WHERE w.house = me.house AND w.no = show_no), show_no);
    END LOOP;
    RETURN added;
END
$$;
