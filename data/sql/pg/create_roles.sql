-- The roles every house in this server shares; those that are there already stay as they are.
-- Nobody logs in as any of them: loge_owner owns the tables, loge_fn the functions that write,
-- loge_staffer the functions that make logins, loge_founder sees the houses he sets up; the others
-- are what people, and the gates of tills (loge_gate), are members of. Whoever runs this must be allowed to create roles, and becomes a
-- member of those he works as.
DO $$
DECLARE
    r text;
    mighty boolean := (SELECT rolsuper FROM pg_roles WHERE rolname = current_user);
BEGIN
    FOREACH r IN ARRAY ARRAY['loge_owner', 'loge_fn', 'loge_staffer', 'loge_founder',
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
    GRANT loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service, loge_gate
        TO loge_staffer WITH ADMIN OPTION;
    IF NOT mighty THEN
        EXECUTE format('GRANT loge_owner, loge_fn, loge_staffer, loge_founder TO %I',
            current_user);
    END IF;
END
$$;
