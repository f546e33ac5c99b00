-- What a house consists of beside its rows: a line for each column, constraint, index, wall, trigger, view
-- and function, and for each right. The program writes down what there is when it has made a house
-- (loge.made), so that it notices one that was restored in part: a dump that was cut short has every row and
-- lacks walls. More than there was is nobody's business.

-- Who may what, of ours; PUBLIC is -.
CREATE FUNCTION loge.part_rights() RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT format('right of %s: %s %s', a.grantee::regrole, lower(a.privilege_type), o.name)
    FROM (SELECT c.oid::regclass::text, c.relacl
            FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE n.nspname ~ '^(loge|qa|sync[0-9]+)$' AND c.relkind IN ('r', 'v', 'S')
        UNION ALL
        SELECT c.oid::regclass || '.' || t.attname, t.attacl
            FROM pg_attribute AS t JOIN pg_class AS c ON c.oid = t.attrelid
            WHERE c.relnamespace = 'loge'::regnamespace AND t.attnum > 0 AND NOT t.attisdropped
        UNION ALL
        SELECT p.oid::regprocedure::text, p.proacl
            FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
            WHERE n.nspname ~ '^(loge|qa|sync[0-9]+)$'
        UNION ALL
        SELECT n.nspname, n.nspacl FROM pg_namespace AS n WHERE n.nspname ~ '^(loge|qa|sync[0-9]+)$'
        ) AS o(name, acl), LATERAL aclexplode(o.acl) AS a
    WHERE a.grantee = 0 OR starts_with(a.grantee::regrole::text, 'loge_')
$$;

CREATE FUNCTION loge.parts() RETURNS text[] LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
    SELECT array_agg(q.part ORDER BY q.part)
    FROM (SELECT format('%s %s.%s', CASE k.contype WHEN 'c' THEN 'check' WHEN 'f' THEN 'foreign key'
                ELSE 'key' END, k.conrelid::regclass, k.conname)
            FROM pg_constraint AS k
            WHERE k.connamespace = 'loge'::regnamespace AND k.contype IN ('c', 'f', 'p', 'u')
                AND k.conrelid <> 0
        UNION ALL
        SELECT 'index ' || i.indexrelid::regclass
            FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid
            WHERE c.relnamespace = 'loge'::regnamespace AND i.indisvalid
        UNION ALL
        SELECT 'wall of ' || c.oid::regclass
            FROM pg_class AS c
            WHERE c.relnamespace = 'loge'::regnamespace AND c.relrowsecurity AND c.relforcerowsecurity
        UNION ALL
        SELECT format('policy %s of %s', p.polname, p.polrelid::regclass)
            FROM pg_policy AS p JOIN pg_class AS c ON c.oid = p.polrelid
            WHERE c.relnamespace = 'loge'::regnamespace
        UNION ALL
        SELECT format('trigger %s of %s', t.tgname, t.tgrelid::regclass)
            FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
            WHERE c.relnamespace = 'loge'::regnamespace AND NOT t.tgisinternal AND t.tgenabled <> 'D'
        UNION ALL
        SELECT format('column %s.%s', c.oid::regclass, t.attname)
            FROM pg_attribute AS t JOIN pg_class AS c ON c.oid = t.attrelid
            JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE n.nspname ~ '^(loge|qa|sync[0-9]+)$' AND c.relkind IN ('r', 'v', 'c')
                AND t.attnum > 0 AND NOT t.attisdropped
        UNION ALL
        SELECT 'function ' || p.oid::regprocedure
            FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
            WHERE n.nspname ~ '^(loge|qa|sync[0-9]+)$' AND p.proname <> 'made'
        UNION ALL
        SELECT format('default rights of %s: %s', d.defaclrole::regrole, d.defaclobjtype)
            FROM pg_default_acl AS d WHERE starts_with(d.defaclrole::regrole::text, 'loge_')
        UNION ALL
        SELECT loge.part_rights()) AS q(part)
$$;
