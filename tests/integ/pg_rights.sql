-- Every right in the house that somebody other than the object's owner has, one a line.
SELECT coalesce(g.rolname, 'PUBLIC') || ' ' || string_agg(lower(a.privilege_type), ','
        ORDER BY a.privilege_type) || ' ' || o.kind || ' ' || o.name
FROM (SELECT 'schema' AS kind, n.nspname::text AS name, n.nspacl AS acl, n.nspowner AS owner,
            'n'::"char" AS class, n.oid
        FROM pg_namespace AS n WHERE n.nspname IN ('loge', 'qa')
    UNION ALL
    SELECT CASE c.relkind WHEN 'v' THEN 'view' WHEN 'r' THEN 'table' ELSE c.relkind::text END,
            c.oid::regclass::text, c.relacl, c.relowner, 'r', c.oid
        FROM pg_class AS c
        WHERE c.relnamespace IN ('loge'::regnamespace, 'qa'::regnamespace)
            AND c.relkind IN ('r', 'v', 'm', 'S', 'f', 'p')
    UNION ALL
    SELECT 'column', t.attrelid::regclass || '.' || t.attname, t.attacl, c.relowner, 'c', 0
        FROM pg_attribute AS t JOIN pg_class AS c ON c.oid = t.attrelid
        WHERE c.relnamespace IN ('loge'::regnamespace, 'qa'::regnamespace) AND t.attacl IS NOT NULL
    UNION ALL
    SELECT 'function', p.pronamespace::regnamespace || '.' || p.proname,
            coalesce(p.proacl, acldefault('f', p.proowner)), p.proowner, 'f', p.oid
        FROM pg_proc AS p WHERE p.pronamespace IN ('loge'::regnamespace, 'qa'::regnamespace)
    ) AS o, LATERAL aclexplode(o.acl) AS a
LEFT JOIN pg_roles AS g ON g.oid = a.grantee
WHERE a.grantee <> o.owner
GROUP BY g.rolname, o.kind, o.name, o.oid
UNION ALL
SELECT DISTINCT 'owner ' || pg_get_userbyid(p.proowner) || ' of definer function '
    || p.pronamespace::regnamespace || '.' || p.proname || ' ' || array_to_string(p.proconfig, ' ')
FROM pg_proc AS p
WHERE p.pronamespace IN ('loge'::regnamespace, 'qa'::regnamespace) AND p.prosecdef
UNION ALL
SELECT 'open table ' || c.oid::regclass
FROM pg_class AS c
WHERE c.relnamespace = 'loge'::regnamespace AND c.relkind = 'r'
    AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
UNION ALL
SELECT 'key without the house first ' || i.indexrelid::regclass
FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid
WHERE c.relnamespace = 'loge'::regnamespace AND (i.indkey[0] = 0 OR (SELECT t.attname
    FROM pg_attribute AS t WHERE t.attrelid = i.indrelid AND t.attnum = i.indkey[0]) <> 'house')
UNION ALL
SELECT 'foreign key without the house first ' || k.conrelid::regclass || ' ' || k.conname
FROM pg_constraint AS k
WHERE k.contype = 'f' AND k.connamespace = 'loge'::regnamespace AND (SELECT t.attname
    FROM pg_attribute AS t WHERE t.attrelid = k.conrelid AND t.attnum = k.conkey[1]) <> 'house'
ORDER BY 1;
