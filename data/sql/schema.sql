-- name: analyse_halls store: pg
-- Statistics of halls and shows, after one was added. Rows: one (void).
SELECT loge.analyse_halls();

-- name: analyse_house store: pg
-- Statistics of every table of the houses: a dump brings none, and what was just migrated was never
-- counted. Not of empty ones: a planner that believes they stay so plans walks over them, and a
-- session keeps such plans while they fill. For the owner of the tables.
DO $$
DECLARE
    t name;
BEGIN
    FOR t IN SELECT c.relname FROM pg_class AS c
        WHERE c.relnamespace = 'loge'::regnamespace AND c.relkind = 'r'
            AND pg_relation_size(c.oid) > 0
    LOOP
        EXECUTE format('ANALYZE (SKIP_LOCKED) loge.%I', t);
    END LOOP;
END
$$;

-- name: check_file store: lite
-- Whether the file itself is sound: its pages, indexes and rows. 'ok', or a row a fault (20 at most).
PRAGMA integrity_check(20);

-- name: check_house store: pg
-- Whose house is this, and of which schema? No parameters.
-- Rows: one (schema, steps, house of this login or NULL, is it in the cluster it was set up in).
SELECT loge.schema(), loge.steps(), l.house, loge.cluster() = c.system_identifier
FROM pg_control_system() AS c
LEFT JOIN loge.login AS l ON l.login = session_user;

-- name: create_roles store: pg
-- The roles every house in this server shares; those that are there already stay as they are.
-- Nobody logs in as any of them: loge_owner owns the tables, loge_fn the functions that write, loge_holder the
-- one of these that holds seats, loge_staffer the functions that make logins, loge_founder sees the houses he
-- sets up; the others are what people, and the gates of tills (loge_gate), are members of. Whoever runs this must
-- be allowed to create roles, and becomes a member of those he works as.
DO $$
DECLARE
    r text;
    mighty boolean := (SELECT rolsuper FROM pg_roles WHERE rolname = current_user);
BEGIN
    FOREACH r IN ARRAY ARRAY['loge_owner', 'loge_fn', 'loge_holder', 'loge_staffer', 'loge_founder',
        'loge_scanner', 'loge_clerk', 'loge_supervisor', 'loge_manager', 'loge_service', 'loge_gate']
    LOOP
        BEGIN
            IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = r) THEN
                EXECUTE format('CREATE ROLE %I NOLOGIN', r);
            END IF;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL; -- somebody sets up another house at this moment
        END;
    END LOOP;
    ALTER ROLE loge_staffer CREATEROLE;
    GRANT loge_fn TO loge_holder;
    -- Whoever sets houses up gives loge_holder its function, and is under none of its policies himself.
    ALTER ROLE loge_founder NOINHERIT;
    GRANT loge_holder TO loge_founder;
    GRANT loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service, loge_gate
        TO loge_staffer WITH ADMIN OPTION;
    IF NOT mighty THEN
        EXECUTE format('GRANT loge_owner, loge_fn, loge_staffer, loge_founder TO %I',
            current_user);
    END IF;
END
$$;

-- name: drop_code store: pg
-- All triggers, views, functions and types of ours, before others take their place; the two functions
-- that keep numbers of the house stay. Tables that need one of the types would be in the way, and are
-- not dropped with them. For the owner of the schema.
DO $$
DECLARE
    sql text;
BEGIN
    FOR sql IN
        SELECT format('DROP TRIGGER %I ON %s', t.tgname, t.tgrelid::regclass)
        FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
        WHERE c.relnamespace = 'loge'::regnamespace AND NOT t.tgisinternal
        UNION ALL
        SELECT format('DROP SCHEMA %I CASCADE', n.nspname)
        FROM pg_namespace AS n WHERE n.nspname ~ '^sync[0-9]+$'
        UNION ALL
        SELECT 'DROP VIEW ' || string_agg(c.oid::regclass::text, ', ')
        FROM pg_class AS c
        WHERE c.relnamespace IN ('loge'::regnamespace, 'qa'::regnamespace) AND c.relkind = 'v'
        UNION ALL
        SELECT 'DROP FUNCTION ' || string_agg(p.oid::regprocedure::text, ', ')
        FROM pg_proc AS p
        WHERE p.pronamespace IN ('loge'::regnamespace, 'qa'::regnamespace)
            AND p.proname NOT IN ('cluster', 'event_base')
        UNION ALL
        SELECT 'DROP TYPE ' || string_agg(c.oid::regclass::text, ', ')
        FROM pg_class AS c
        WHERE c.relnamespace = 'loge'::regnamespace AND c.relkind = 'c'
    LOOP
        EXECUTE coalesce(sql, 'SELECT');
    END LOOP;
END
$$;

-- name: list_code store: lite
-- All views and triggers, as statements that drop them. Rows: (text).
SELECT 'DROP ' || type || ' ' || name FROM sqlite_schema WHERE type IN ('view', 'trigger');

-- name: find_schema store: pg
-- Is there a house in this database, or some of one? Rows: one (a schema bool, its list of migrations bool).
SELECT to_regnamespace('loge') IS NOT NULL, to_regclass('loge.migration') IS NOT NULL;

-- name: list_missing store: pg
-- What a house had when it was made and lacks now, in the order of its names; see code/parts.sql. Rows: (text).
SELECT m.part FROM unnest(loge.made()) AS m(part)
WHERE NOT EXISTS (SELECT FROM unnest(loge.parts()) AS p(part) WHERE p.part = m.part)
ORDER BY m.part COLLATE "C";

-- name: write_parts store: pg
-- Writes down what the house has now. For the owner of the schema.
DO $$
BEGIN
    EXECUTE format('CREATE OR REPLACE FUNCTION loge.made() RETURNS text[] LANGUAGE sql IMMUTABLE'
        ' PARALLEL SAFE RETURN %L::text[]', loge.parts());
END
$$;

-- name: put_migration store: pg
-- Remembers a migration, or (number 0) the code that is there now. $1 number int, $2 name text,
-- $3 checksum blob.
INSERT INTO loge.migration (number, name, checksum, applied_at)
VALUES ($1, $2, $3, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
ON CONFLICT (number) DO UPDATE SET name = excluded.name, checksum = excluded.checksum,
    applied_at = excluded.applied_at;

-- name: put_migration store: lite
-- The same; $4 applied_at int.
INSERT INTO migration (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (number) DO UPDATE SET name = excluded.name, checksum = excluded.checksum,
    applied_at = excluded.applied_at;

-- name: list_migrations
-- What has been applied, in order, and first (number 0) the code. Rows: (number int, name text,
-- checksum blob).
SELECT number, name, checksum FROM loge.migration ORDER BY number;
