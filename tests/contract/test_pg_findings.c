/* What is wrong with books in PostgreSQL is told by its name. */
#include "config.h"

#include <stdlib.h>

#include "gen/pg_sql.h"
#include "tests/contract/findings.h"
#include "tests/lib/pg_house.h"

const char *const findings_store = "pg";

static PGconn *root;
static char database[PG_NAME];

static enum rc create(const char *dir, const struct clock *clock, struct store **store,
                      struct err *err)
{
    char url[PG_URL];
    pg_house_make_beside(clock_wall(clock), database);
    root = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    return pg_house_open(database, clock, store, err);
}

const struct store_factory the_store = {"postgresql", true, create, NULL};

/* Of the one house that has rows: the other of this database was made for those beside it. */
void findings_after(struct contract *c, const char *sql, struct findings *out)
{
    findings_start(out, c->arena);
    pg_server_do(root, "BEGIN");
    pg_server_do(root, "SET LOCAL session_replication_role = replica");
    pg_server_do(root, "SET LOCAL search_path = loge");
    if (*sql)
        pg_server_do(root, sql);
    PGresult *rows = PQexec(root, pg_sql_list_invariants);
    assert_int_equal(PQresultStatus(rows), PGRES_TUPLES_OK);
    for (int i = 0; i < PQntuples(rows); i++)
        findings_add(out, PQgetvalue(rows, i, 0), PQgetvalue(rows, i, 1));
    PQclear(rows);
    pg_server_do(root, "ROLLBACK");
}

int main(void)
{
    if (pg_server_skip())
        return 0;
    const int failed = findings_main();
    PQfinish(root);
    return failed;
}
