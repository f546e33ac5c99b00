#include "config.h"

#include "tests/bench/servers.h"

#include <stdlib.h>

#include "tests/lib/pg_server.h"

static bool has_redis(void)
{
    return system("command -v redis-server >/dev/null 2>&1") == 0;
}

bool bench_servers(const struct bench_figure *figures, int count)
{
    bool wanted = false;
    const char *missing = !pg_server_installed() ? "PostgreSQL is not installed"
                          : !has_redis()         ? "Redis is not installed"
                                                 : NULL;
    for (int i = 0; i < count; i++) {
        wanted |= bench_wanted(figures[i].name);
        if (missing)
            bench_skip(&figures[i], missing);
    }
    return wanted && !missing;
}

void bench_autovacuum_off(PGconn *root)
{
    pg_server_do(root, "ALTER SYSTEM SET autovacuum = off");
    pg_server_do(root, "SELECT pg_reload_conf()");
}
