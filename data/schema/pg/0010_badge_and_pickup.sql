-- Badges that sign people in, and when an order's tickets were handed over (0: not yet).
-- A badge is kept as two hex digits of its hash, to find it by, and an argon2id hash ('': none).

ALTER TABLE loge.staff ADD COLUMN badge text NOT NULL DEFAULT '';

ALTER TABLE loge.sale ADD COLUMN collected_at bigint NOT NULL DEFAULT 0 CHECK (collected_at >= 0);

-- Until now tickets were handed over when they were paid.
UPDATE loge.sale SET collected_at = sold_at WHERE status <> 1;

ALTER TYPE loge.sale_row ADD ATTRIBUTE collected_at bigint;
ALTER TYPE loge.staff_row ADD ATTRIBUTE badge text;

CREATE OR REPLACE FUNCTION loge.write_sales(me loge.doer, rows loge.sale_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    IF NOT me.carries AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            WHERE r.version = 0 AND r.sold_by <> me.name) THEN
        PERFORM loge.answer(-111);
    END IF;
    INSERT INTO loge.sale (house, id, code, show_no, status, hold, customer, shift, name, email,
        currency, total, paid, sold_by, till, sold_at, collected_at, version)
    SELECT me.house, r.id, r.code, r.show_no, r.status, r.hold, r.customer, r.shift, r.name,
        r.email, r.currency, r.total, r.paid, r.sold_by, r.till, r.sold_at, r.collected_at, 1
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    -- Who sold it, when, where and under which code stays.
    UPDATE loge.sale AS s SET show_no = r.show_no, status = r.status, hold = r.hold,
        customer = r.customer, shift = r.shift, name = r.name, email = r.email, total = r.total,
        paid = r.paid, collected_at = r.collected_at, version = s.version + 1
    FROM unnest(rows) AS r
    WHERE s.house = me.house AND s.id = r.id AND s.version = r.version AND r.version > 0;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;

CREATE OR REPLACE FUNCTION loge.write_staff(me loge.doer, rows loge.staff_row[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    done bigint;
BEGIN
    IF me.may & 8 = 0 AND EXISTS (SELECT 1 FROM unnest(rows) AS r
            LEFT JOIN loge.staff AS s ON s.house = me.house AND s.name = r.name
            WHERE r.name <> me.name OR (s.role, s.disabled, s.pin_hash, s.badge) IS DISTINCT FROM
                (r.role, r.disabled, r.pin_hash, r.badge)) THEN
        PERFORM loge.answer(-111);
    END IF;
    INSERT INTO loge.staff (house, name, role, disabled, failures, locked_until, pin_hash, badge,
        version)
    SELECT me.house, r.name, r.role, r.disabled, r.failures, r.locked_until, r.pin_hash, r.badge, 1
    FROM unnest(rows) AS r
    WHERE r.version = 0;
    UPDATE loge.staff AS s SET role = r.role, disabled = r.disabled, failures = r.failures,
        locked_until = r.locked_until, pin_hash = r.pin_hash, badge = r.badge,
        version = s.version + 1
    FROM unnest(rows) AS r
    WHERE s.house = me.house AND s.name = r.name AND s.version = r.version AND r.version > 0;
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM loge.expect_rows(done, (SELECT count(*) FROM unnest(rows) AS r WHERE r.version > 0));
END
$$;

-- Of a badge one sees as much as of a PIN.
RESET ROLE;
CREATE OR REPLACE FUNCTION loge.staff_1(of_name text) RETURNS SETOF loge.staff
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me record;
BEGIN
    SELECT l.house, l.name, l.role, l.carries INTO me
    FROM loge.login AS l WHERE l.login = session_user;
    RETURN QUERY
    SELECT s.house, s.name, s.role, s.disabled, s.failures, s.locked_until,
        CASE WHEN me.carries OR me.role IN (3, 4) OR s.name = me.name THEN s.pin_hash ELSE '' END,
        s.version,
        CASE WHEN me.carries OR me.role IN (3, 4) OR s.name = me.name THEN s.badge ELSE '' END
    FROM loge.staff AS s
    WHERE s.house = me.house AND (of_name IS NULL OR s.name = of_name)
    ORDER BY s.name;
END
$$;
SET ROLE loge_owner;
