/* Every SQL file is one statement with a head, prepares on the schema, and does not walk tables. */
#include "config.h"

#include <string.h>

#include "sync/lite.h"
#include "tests/contract/contract.h"

/* Lists and figures that are meant to walk a table, or its end with LIMIT 1. */
static const char *const walkers[] = {
    "count_rows",
    "find_customers",
    "list_area_points",
    "list_code",
    "list_halls",
    "list_holds",
    "list_invariants",
    "list_keys",
    "list_migrations",
    "list_sales",
    "list_seals",
    "list_shifts",
    "list_shows",
    "list_staff",
    "list_unpacked_halls",
    "list_unpacked_shows",
    "list_vouchers",
    "read_event_end",
    "read_last_event",
    "read_last_seal",
    "report_tenders",
    "report_tickets",
    "walk_seats",
    /* once, when a till is given up */
    "wipe_customers",
    "wipe_holds",
    "wipe_sales",
    "wipe_staff",
    "wipe_waiters",
    /* the batch of a sweep, or only the open holds */
    "close_swept_claims",
    "expire_swept_holds",
    "list_open_holds",
    "log_sweep",
    /* planned by the foreign keys for children that came before their parent, which none does */
    "add_hall_show_seats",
    "add_show_seats",
    "insert_sale",
    "insert_show",
};

static bool may_walk(const char *name)
{
    for (int i = 0; i < COUNT_OF(walkers); i++)
        if (strcmp(walkers[i], name) == 0)
            return true;
    return false;
}

static sqlite3_stmt *prepare(struct contract *c, const char *name, const char *sql,
                             const char **tail)
{
    sqlite3_stmt *stmt = NULL;
    sqlite3 *db = lite_of(c->store)->db;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, tail) != SQLITE_OK)
        fail_msg("%s: %s", name, sqlite3_errmsg(db));
    return stmt;
}

static void with_sweep_table(struct contract *c)
{
    assert_int_equal(sqlite3_exec(lite_of(c->store)->db, lite_sql_create_sweep, NULL, NULL, NULL),
                     SQLITE_OK);
}

static void every_file_is_one_statement_with_a_head(void **state)
{
    struct contract *c = *state;
    int files = 0;
    with_sweep_table(c);
    for (const struct sql_file *file = lite_sql_files; file->name; file++, files++) {
        const char *tail = "";
        sqlite3_stmt *stmt = prepare(c, file->name, file->text, &tail);
        assert_non_null(stmt);
        sqlite3_finalize(stmt);
        if (strspn(tail, " \n") != strlen(tail))
            fail_msg("%s holds more than one statement", file->name);
        if (strncmp(file->text, "-- ", 3) != 0)
            fail_msg("%s has no head that says what it is for", file->name);
    }
    assert_true(files > 80);
    assert_true(files < LITE_STATEMENTS / 2); /* the cache is a hash that must not fill up */
}

/* "SCAN t" walks a table; "SCAN t USING INDEX" walks all of an index, which is no better. */
static const char *first_walk(struct contract *c, const char *name, const char *sql)
{
    const char *found = NULL;
    const char *explain = arena_printf(c->arena, "EXPLAIN QUERY PLAN %s", sql);
    sqlite3_stmt *stmt = prepare(c, name, explain, NULL);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        const char *detail = (const char *)sqlite3_column_text(stmt, 3);
        if (strncmp(detail, "SCAN", 4) == 0 && !found && !strstr(detail, "CONSTANT ROW"))
            found = arena_strdup(c->arena, detail);
    }
    sqlite3_finalize(stmt);
    return found;
}

/* Transactions and definitions have no plan. */
static bool has_plan(const char *name)
{
    return !strstr(name, "transaction") && !strstr(name, "begin_") && !strstr(name, "create_");
}

/* A replica's rows are written and dropped with foreign keys off. */
static void mind_keys(struct contract *c, const char *name)
{
    bool mind = strncmp(name, "take_", 5) != 0 && strncmp(name, "drop_", 5) != 0;
    sqlite3_db_config(lite_of(c->store)->db, SQLITE_DBCONFIG_ENABLE_FKEY, mind, NULL);
}

static void nothing_walks_a_table_that_need_not(void **state)
{
    struct contract *c = *state;
    with_sweep_table(c);
    for (const struct sql_file *file = lite_sql_files; file->name; file++) {
        if (!has_plan(file->name))
            continue;
        mind_keys(c, file->name);
        const char *walk = first_walk(c, file->name, file->text);
        if (walk && !may_walk(file->name))
            fail_msg("%s: %s", file->name, walk);
    }
}

/* The list of exceptions holds only what needs it. */
static void what_may_walk_does_walk(void **state)
{
    struct contract *c = *state;
    with_sweep_table(c);
    for (int i = 0; i < COUNT_OF(walkers); i++) {
        const struct sql_file *file = lite_sql_files;
        while (file->name && strcmp(file->name, walkers[i]) != 0)
            file++;
        if (!file->name)
            fail_msg("there is no %s", walkers[i]);
        if (!first_walk(c, file->name, file->text))
            fail_msg("%s walks nothing", walkers[i]);
    }
}

static void the_sweep_finds_its_holds_by_index(void **state)
{
    struct contract *c = *state;
    with_sweep_table(c);
    const char *explain = arena_printf(c->arena, "EXPLAIN QUERY PLAN %s", lite_sql_pick_sweep);
    sqlite3_stmt *stmt = prepare(c, "pick_sweep", explain, NULL);
    bool by_index = false, sorted = false;
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        const char *detail = (const char *)sqlite3_column_text(stmt, 3);
        by_index |= strstr(detail, "hold_open") != NULL;
        sorted |= strstr(detail, "TEMP B-TREE") != NULL;
    }
    sqlite3_finalize(stmt);
    assert_true(by_index);
    assert_false(sorted);
}

static void the_map_is_read_without_sorting(void **state)
{
    struct contract *c = *state;
    const char *const statements[] = {lite_sql_list_plan_seats, lite_sql_list_seat_states,
                                      lite_sql_list_row_seats};
    for (int i = 0; i < COUNT_OF(statements); i++) {
        const char *explain = arena_printf(c->arena, "EXPLAIN QUERY PLAN %s", statements[i]);
        sqlite3_stmt *stmt = prepare(c, "map", explain, NULL);
        while (sqlite3_step(stmt) == SQLITE_ROW)
            assert_null(strstr((const char *)sqlite3_column_text(stmt, 3), "TEMP B-TREE"));
        sqlite3_finalize(stmt);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONTRACT_TEST(every_file_is_one_statement_with_a_head),
        CONTRACT_TEST(nothing_walks_a_table_that_need_not),
        CONTRACT_TEST(what_may_walk_does_walk),
        CONTRACT_TEST(the_sweep_finds_its_holds_by_index),
        CONTRACT_TEST(the_map_is_read_without_sorting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
