-- Everything a login may call and read, as statements, for test_pg_walls.c. Made by the superuser.

CREATE SCHEMA attack;

-- What is aimed at: ids of the house that is attacked.
CREATE TABLE attack.target AS
SELECT row_number() OVER (ORDER BY kind, id) - 1 AS n, kind, id
FROM (SELECT 'hold' AS kind, id FROM loge.hold WHERE house = attacked()
    UNION ALL SELECT 'sale', id FROM loge.sale WHERE house = attacked()
    UNION ALL SELECT 'ticket', id FROM loge.ticket WHERE house = attacked()
    UNION ALL SELECT 'customer', id FROM loge.customer WHERE house = attacked()
    UNION ALL SELECT 'act', key FROM loge.receipt WHERE house = attacked()) AS ids;

-- A value of this type for what has this name, a different one in each round.
CREATE FUNCTION attack.value(type oid, name text, round integer, me text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    t pg_type;
BEGIN
    SELECT p.* INTO t FROM pg_type AS p WHERE p.oid = type;
    IF t.typelem <> 0 AND t.typlen = -1 THEN
        RETURN format('ARRAY[%s]::%s', attack.value(t.typelem, name, round, me), type::regtype);
    ELSIF t.typtype = 'c' THEN
        RETURN (SELECT format('ROW(%s)::%s', string_agg(attack.value(a.atttypid, a.attname, round, me),
                ', ' ORDER BY a.attnum), type::regtype)
            FROM pg_attribute AS a
            WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped);
    END IF;
    RETURN CASE t.typname
        WHEN 'uuid' THEN (SELECT quote_literal(x.id) FROM attack.target AS x
            WHERE x.n = round % (SELECT count(*) FROM attack.target)) || '::uuid'
        WHEN 'bool' THEN (round % 2 = 0)::text
        WHEN 'int2' THEN CASE name WHEN 'was' THEN round / 3 % 4 WHEN 'became' THEN round / 2 % 4
            ELSE round % 12 END || '::smallint'
        WHEN 'int4' THEN CASE WHEN name LIKE '%house%' THEN attacked()
            WHEN name LIKE '%schema%' THEN loge.schema() WHEN name = 'n' THEN 1
            WHEN name LIKE '%show%' THEN 1 ELSE round % 4 END::text
        WHEN 'int8' THEN round % 5 || '::bigint'
        WHEN 'bytea' THEN 'decode(repeat(''ab'', 32), ''hex'')'
        WHEN 'text' THEN quote_literal(CASE
            WHEN name IN ('actor', 'holder', 'sold_by', 'staff', 'name') THEN me
            WHEN name LIKE '%till%' THEN 'till-1' WHEN name = 'approver' THEN '' ELSE 'x' END)
        WHEN 'jsonb' THEN '''{}''::jsonb'
        ELSE 'NULL::' || type::regtype END;
END
$$;

-- People's rights come last, so that nobody shuts himself out before he has tried the rest.
CREATE FUNCTION attack.calls(by_login text, me text, round integer) RETURNS SETOF text
LANGUAGE sql AS $$
    SELECT format('SELECT x::text FROM %s(%s) AS x', p.oid::regproc,
        (SELECT coalesce(string_agg(attack.value(a.type, coalesce(p.proargnames[a.place], ''), round,
                me), ', ' ORDER BY a.place), '')
            FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY AS a (type, place)))
    FROM pg_proc AS p
    WHERE p.pronamespace IN ('loge'::regnamespace, 'qa'::regnamespace) AND p.prokind = 'f'
        AND p.prorettype <> 'trigger'::regtype AND has_function_privilege(by_login, p.oid, 'EXECUTE')
    ORDER BY p.proname LIKE 'staff%', p.proname
$$;

-- Each table and view with the columns that may be read.
CREATE FUNCTION attack.reads(by_login text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT format('SELECT concat_ws(''|'', %s) FROM %s', string_agg(quote_ident(a.attname), ', '),
        c.oid::regclass)
    FROM pg_class AS c
    JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace IN ('loge'::regnamespace, 'qa'::regnamespace)
        AND c.relkind IN ('r', 'v', 'm')
        AND has_column_privilege(by_login, c.oid, a.attnum, 'SELECT')
    GROUP BY c.oid
$$;

-- Each table whose rows have a house, with a sum over those of the attacked one up to an event.
CREATE FUNCTION attack.sums(until_event bigint) RETURNS TABLE (of_table text, rows_sum text)
LANGUAGE plpgsql AS $$
BEGIN
    FOR of_table IN SELECT c.relname FROM pg_class AS c
        JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'house'
        WHERE c.relnamespace = 'loge'::regnamespace AND c.relkind = 'r'
        ORDER BY c.relname
    LOOP
        EXECUTE format('SELECT md5(coalesce(string_agg(t::text, '','' ORDER BY t::text), ''''))'
            ' FROM loge.%I AS t WHERE house = attacked() %s', of_table,
            CASE of_table WHEN 'event' THEN 'AND id <= ' || until_event ELSE '' END)
        INTO rows_sum;
        RETURN NEXT;
    END LOOP;
END
$$;
