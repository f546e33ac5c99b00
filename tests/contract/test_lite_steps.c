/*
 * SQLite's statements that change a row with a state: every step from each state by each act to
 * each state, tried on a row of each kind. One that src/domain/row/NAME.steps.def lacks finds no
 * row.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/domain/row/steps.h"
#include "sync/lite.h"
#include "tests/contract/contract.h"

enum { SQL = 2048, ACTS = ACTS_ALONE + 1 };

/* How a kind of row is changed; `column` has its state. */
struct stepper {
    const struct row_shape *shape;
    const char *update, *column;
};

static const struct stepper steppers[] = {
    {&shape_hold, lite_sql_update_hold, "status"},
    {&shape_sale, lite_sql_update_sale, "status"},
    {&shape_ticket, lite_sql_update_ticket, "status"},
    {&shape_shift, lite_sql_update_shift, "closed_at"},
    {&shape_checkin, lite_sql_update_checkin, "status"},
};

static struct contract *c;

static sqlite3 *file_of_house(void)
{
    return lite_of(c->store)->db;
}

static void run(const char *sql)
{
    char *fault = NULL;
    if (sqlite3_exec(file_of_house(), sql, NULL, NULL, &fault) != SQLITE_OK)
        fail_msg("%s: %s", sql, fault);
}

static sqlite3_stmt *statement(const char *sql)
{
    sqlite3_stmt *made = NULL;
    if (sqlite3_prepare_v2(file_of_house(), sql, -1, &made, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(file_of_house()));
    return made;
}

/* ---- a row of which only the state matters --------------------------------------------------- */

static const char *value_of(const struct row_field *field)
{
    if (field->kind == FIELD_ID || field->kind == FIELD_BYTES)
        return "zeroblob(16)";
    return field->kind == FIELD_TEXT ? "'x'" : "1";
}

static void put_row(const struct stepper *how)
{
    char names[SQL] = "", values[SQL] = "", sql[3 * SQL];
    for (int i = 0; i < how->shape->count; i++) {
        const struct row_field *field = &how->shape->fields[i];
        if (!field->column)
            continue;
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? ", " : "",
                 field->column);
        snprintf(values + strlen(values), sizeof values - strlen(values), "%s%s",
                 *values ? ", " : "", value_of(field));
    }
    snprintf(sql, sizeof sql, "DELETE FROM %s; INSERT INTO %s (%s) VALUES (%s)", how->shape->name,
             how->shape->name, names, values);
    run(sql);
}

static int columns_before(const struct stepper *how, const char *column)
{
    int before = 0;
    for (int i = 0; i < how->shape->count; i++) {
        const char *name = how->shape->fields[i].column;
        if (name && column && strcmp(name, column) == 0)
            return before;
        before += name != NULL;
    }
    return before;
}

/* The row as it stands, with another state. */
static void bind_row(const struct stepper *how, sqlite3_stmt *update, int act, int to)
{
    char sql[SQL];
    int count = columns_before(how, NULL), at = 0;
    for (int i = 0; i < how->shape->count; i++) {
        const char *name = how->shape->fields[i].column;
        if (!name)
            continue;
        snprintf(sql, sizeof sql, "SELECT %s FROM %s", name, how->shape->name);
        sqlite3_stmt *read = statement(sql);
        assert_int_equal(sqlite3_step(read), SQLITE_ROW);
        sqlite3_bind_value(update, ++at, sqlite3_column_value(read, 0));
        sqlite3_finalize(read);
    }
    sqlite3_bind_int(update, columns_before(how, how->column) + 1, to);
    assert_int_equal(sqlite3_bind_int(update, count + 1, act), SQLITE_OK);
    assert_int_equal(sqlite3_bind_int(update, count + 2, act), SQLITE_RANGE); /* it is the last */
}

static bool is_taken(const struct stepper *how, int from, int act, int to)
{
    char sql[SQL];
    snprintf(sql, sizeof sql, "UPDATE %s SET %s = %d", how->shape->name, how->column, from);
    run(sql);
    run("UPDATE shift SET closed_at = 0 WHERE EXISTS (SELECT 1 FROM checkin)"); /* open for its fee
                                                                                 */
    sqlite3_stmt *update = statement(how->update);
    bind_row(how, update, act, to);
    assert_int_equal(sqlite3_step(update), SQLITE_DONE);
    int changed = sqlite3_changes(file_of_house());
    sqlite3_finalize(update);
    return changed > 0;
}

/* ---- the walk -------------------------------------------------------------------------------- */

static void walk(const struct stepper *how)
{
    const struct row_steps *steps = row_steps_of(how->shape);
    int taken = 0;
    for (int from = 0; from < steps->statuses; from++)
        for (int act = 0; act < ACTS; act++)
            for (int to = 0; to < steps->statuses; to++) {
                bool is = is_taken(how, from, act, to);
                if (is != row_may_step(steps, from, act, to))
                    fail_msg("%s from %d by %d to %d", how->shape->name, from, act, to);
                taken += is;
            }
    assert_int_equal(taken, steps->count);
}

static void rows_move_only_as_their_tables_say(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(steppers); i++) {
        put_row(&steppers[i]);
        walk(&steppers[i]);
    }
}

static int set_up(void **state)
{
    void *house;
    (void)state;
    contract_setup(&house);
    c = house;
    run("PRAGMA foreign_keys = off; PRAGMA ignore_check_constraints = on; DELETE FROM checkin;"
        "DELETE FROM payment; DELETE FROM ticket; DELETE FROM claim");
    return 0;
}

static int tear_down(void **state)
{
    void *house = c;
    (void)state;
    return contract_teardown(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_move_only_as_their_tables_say)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
