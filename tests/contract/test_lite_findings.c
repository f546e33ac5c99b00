/* What is wrong with books in SQLite is told by its name. */
#include "config.h"

#include <sqlite3.h>

#include "gen/lite_sql.h"
#include "tests/contract/findings.h"

const char *const findings_store = "lite";

static int add_row(void *to, int columns, char **values, char **names)
{
    (void)names;
    assert_int_equal(columns, 2);
    findings_add(to, values[0], values[1]);
    return 0;
}

static void run(sqlite3 *db, const char *sql, struct findings *out)
{
    if (sqlite3_exec(db, sql, out ? add_row : NULL, out, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sqlite3_errmsg(db), sql);
}

void findings_after(struct contract *c, const char *sql, struct findings *out)
{
    sqlite3 *db;
    findings_start(out, c->arena);
    assert_int_equal(sqlite3_open(arena_printf(c->arena, "%s/house.db", c->dir), &db), SQLITE_OK);
    run(db, "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; BEGIN", NULL);
    run(db, sql, NULL);
    if (*sql)
        assert_true(sqlite3_changes(db) > 0); /* it must have hit something */
    run(db, lite_sql_list_invariants, out);
    run(db, "ROLLBACK", NULL);
    sqlite3_close(db);
}

int main(void)
{
    return findings_main();
}
