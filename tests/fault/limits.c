#include "config.h"

#include "tests/fault/limits.h"

#include <stdio.h>
#include <stdlib.h>

void limit_run(struct field *field, const char *sql)
{
    char url[PG_URL];
    PGconn *conn = pg_server_connect(pg_server_url(field->database, NULL, NULL, url));
    pg_server_do(conn, sql);
    PQfinish(conn);
}

void limit_slow(struct field *field)
{
    limit_run(field, "CREATE SEQUENCE public.slow;"
                     "CREATE FUNCTION public.dawdle() RETURNS trigger LANGUAGE plpgsql"
                     " SECURITY DEFINER AS $$ BEGIN IF random() < 0.05 THEN"
                     " PERFORM nextval('public.slow'); PERFORM pg_sleep(3); END IF;"
                     " RETURN new; END $$;"
                     "CREATE TRIGGER dawdle BEFORE INSERT ON loge.event FOR EACH ROW"
                     " EXECUTE FUNCTION public.dawdle()");
}

int limit_slow_so_far(struct field *field)
{
    return (int)field_sql(field,
                          "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM public.slow");
}

void limit_slow_end(struct field *field)
{
    limit_run(field, "DROP TRIGGER dawdle ON loge.event");
}

void limit_connections(struct field *field, int most)
{
    char sql[128];
    snprintf(sql, sizeof sql, "ALTER DATABASE %s CONNECTION LIMIT %d", field->database, most);
    limit_run(field, sql);
    if (most >= 0)
        (void)field_sql(field, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                               " WHERE datname = current_database() AND pid <> pg_backend_pid()");
}

void limit_memory(bool full)
{
    free(redis_server_say(&field_redis, "CONFIG", "SET", "maxmemory", full ? "1" : "0", NULL));
}

int limit_garbage(void)
{
    static const char spoil[] =
        "for i, k in ipairs(redis.call('KEYS', '*')) do redis.call('DEL', k)"
        " if i % 3 == 0 then redis.call('LPUSH', k, 'x')"
        " elseif i % 3 == 1 then redis.call('SET', k, '{\"version\":')"
        " else redis.call('SET', k, '{\"version\":1e99,\"hold\":7,\"expires_at\":null}') end end"
        " return redis.call('DBSIZE')";
    char *said = redis_server_say(&field_redis, "EVAL", spoil, "0", NULL);
    int spoilt = atoi(said);
    free(said);
    return spoilt;
}
