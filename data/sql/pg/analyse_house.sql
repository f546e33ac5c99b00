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
