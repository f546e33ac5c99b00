-- How many connections the server has now, and how many it gives to tills. Rows: one.
SELECT (SELECT coalesce(sum(d.numbackends), 0) FROM pg_stat_database AS d)::bigint,
    current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint;
