-- A row of each kind that moves by steps, of which only the state matters: its constraints and its other
-- triggers are gone, and every column has something in it.
CREATE FUNCTION public.bare(tab regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    q text;
BEGIN
    FOR q IN SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', tab, c.conname)
        FROM pg_constraint AS c WHERE c.contype IN ('c', 'f') AND c.conrelid = tab
        UNION ALL
        SELECT format('DROP TRIGGER %I ON %s', g.tgname, tab)
        FROM pg_trigger AS g WHERE g.tgrelid = tab AND NOT g.tgisinternal AND g.tgname <> 'mind_steps'
    LOOP
        EXECUTE q;
    END LOOP;
    SET LOCAL session_replication_role = replica;
    SELECT format('INSERT INTO %s (%s) VALUES (%s)', tab,
        string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum),
        string_agg(CASE format_type(a.atttypid, NULL)
            WHEN 'uuid' THEN '''01900000-0000-7000-8000-0000000000dd'''
            WHEN 'text' THEN '''x'''
            WHEN 'boolean' THEN 'false'
            WHEN 'integer[]' THEN '''{}'''
            WHEN 'uuid[]' THEN '''{}'''
            ELSE '1' END, ', ' ORDER BY a.attnum)) INTO q
    FROM pg_attribute AS a
    WHERE a.attrelid = tab AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '';
    EXECUTE q;
    SET LOCAL session_replication_role = origin;
END
$$;

-- The steps that went through, of all from each state by each act to each state. An act below 0:
-- nobody says which.
CREATE FUNCTION public.steps_taken(tab text, col text, top integer, acts integer[], OUT was integer,
    OUT act integer, OUT became integer) RETURNS SETOF record LANGUAGE plpgsql AS $$
BEGIN
    FOR was, act, became IN SELECT f, a, t FROM generate_series(0, top - 1) AS f,
        unnest(acts) AS a, generate_series(0, top - 1) AS t
    LOOP
        SET LOCAL session_replication_role = replica;
        EXECUTE format('UPDATE loge.%I SET %I = %s', tab, col, was);
        SET LOCAL session_replication_role = origin;
        PERFORM set_config('loge.act', CASE WHEN act < 0 THEN '' ELSE act::text END, true);
        BEGIN
            EXECUTE format('UPDATE loge.%I SET %I = %s', tab, col, became);
            RETURN NEXT;
        EXCEPTION WHEN SQLSTATE 'LG001' THEN
            NULL;
        END;
    END LOOP;
END
$$;

SELECT public.bare(t) FROM unnest(ARRAY['loge.hold', 'loge.sale', 'loge.ticket', 'loge.shift',
    'loge.conflict', 'loge.checkin']::regclass[]) AS t;
