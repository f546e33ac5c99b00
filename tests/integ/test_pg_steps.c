/*
 * The wall under the states of rows (data/schema/pg, steps): every step from each state by each act
 * to each state, tried on a row of each kind. PostgreSQL refuses what src/domain/row/NAME.steps.def
 * lacks and takes what it has, and whoever does not say by which act he moves a row moves none.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/domain/row/steps.h"
#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"

enum { LIST = 1024, ACTS = ACTS_ALONE + 1, NOBODY_SAID = -1 };

static char database[PG_NAME];
static PGconn *root;

static void load_walk(void)
{
    static char sql[8192];
    char path[300];
    const char *top = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/integ/pg_steps.sql", top ? top : ".");
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    size_t size = fread(sql, 1, sizeof sql - 1, file);
    assert_in_range(size, 1, sizeof sql - 2);
    fclose(file);
    pg_server_do(root, sql);
}

static int set_up(void **state)
{
    char url[PG_URL];
    (void)state;
    pg_house_make(database);
    root = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    load_walk();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    PQfinish(root);
    return 0;
}

/* "(was, act, became), ..." of the table. */
static const char *lines_of(const struct row_steps *steps, char out[LIST])
{
    size_t at = 0;
    for (int i = 0; i < steps->count; i++)
        at += (size_t)snprintf(out + at, LIST - at, "%s(%d, %d, %d)", i ? ", " : "",
                               steps->at[i].from, steps->at[i].act, steps->at[i].to);
    assert_true(at < LIST);
    return out;
}

static void expect_steps(const struct row_steps *steps, const char *column)
{
    char lines[LIST], sql[3 * LIST];
    snprintf(sql, sizeof sql,
             "WITH taken AS MATERIALIZED (SELECT * FROM public.steps_taken('%s', '%s', %d,"
             "   ARRAY(SELECT generate_series(%d, %d)))),"
             " known (was, act, became) AS (VALUES %s)"
             " SELECT count(*) FROM ((TABLE taken EXCEPT TABLE known) UNION ALL"
             "   (TABLE known EXCEPT TABLE taken)) AS q",
             steps->row, column, steps->statuses, NOBODY_SAID, ACTS - 1, lines_of(steps, lines));
    assert_int_equal(pg_server_count(root, sql), 0);
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM public.steps_taken('%s', '%s', %d, ARRAY(SELECT"
             " generate_series(%d, %d)))",
             steps->row, column, steps->statuses, NOBODY_SAID, ACTS - 1);
    assert_int_equal(pg_server_count(root, sql), steps->count);
}

static void a_hold_moves_only_as_its_table_says(void **state)
{
    (void)state;
    expect_steps(&steps_hold, "status");
}

static void an_order_moves_only_as_its_table_says(void **state)
{
    (void)state;
    expect_steps(&steps_sale, "status");
}

static void a_ticket_moves_only_as_its_table_says(void **state)
{
    (void)state;
    expect_steps(&steps_ticket, "status");
}

static void a_shift_moves_only_as_its_table_says(void **state)
{
    (void)state;
    expect_steps(&steps_shift, "closed_at");
}

static void a_conflict_moves_only_as_its_table_says(void **state)
{
    (void)state;
    expect_steps(&steps_conflict, "outcome");
}

static void a_checkin_moves_only_as_its_table_says(void **state)
{
    (void)state;
    expect_steps(&steps_checkin, "status");
}

/* The control: without the wall the same walk finds every step taken. */
static void without_the_wall_everything_goes(void **state)
{
    (void)state;
    pg_server_do(root, "DROP TRIGGER mind_steps ON loge.ticket");
    assert_int_equal(pg_server_count(root, "SELECT count(*) FROM public.steps_taken('ticket',"
                                           " 'status', 4, ARRAY[0, 9])"),
                     4 * 4 * 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hold_moves_only_as_its_table_says),
        cmocka_unit_test(an_order_moves_only_as_its_table_says),
        cmocka_unit_test(a_ticket_moves_only_as_its_table_says),
        cmocka_unit_test(a_shift_moves_only_as_its_table_says),
        cmocka_unit_test(a_conflict_moves_only_as_its_table_says),
        cmocka_unit_test(a_checkin_moves_only_as_its_table_says),
        cmocka_unit_test(without_the_wall_everything_goes),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
