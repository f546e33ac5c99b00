/* What no program of Loge writes is not read either: the values of a row keep to its description.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "src/adapter/pg.h"
#include "tests/lib/house.h"
#include "tests/lib/pg_house.h"

static enum rc customers(struct store *store, struct err *err)
{
    struct arena *arena = arena_new();
    struct customer *found;
    int count = 0;
    enum rc rc = store->ops->customer_find(store, "", 0, arena, &found, &count, err);
    arena_free(&arena);
    return rc;
}

static void assert_refused(struct store *store, const char *column)
{
    struct err err = {0};
    assert_int_equal(customers(store, &err), RC_CORRUPT);
    assert_string_equal(err.native, "ROW");
    assert_non_null(strstr(err.text, "(customer)"));
    assert_non_null(strstr(err.text, column));
}

/* ---- the local file -------------------------------------------------------------------------- */

static void say(struct house_fixture *house, const char *sql)
{
    sqlite3 *db = NULL;
    char *why = NULL;
    assert_int_equal(sqlite3_open(house->path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
    sqlite3_close(db);
}

static void a_file_with_a_row_that_cannot_be_is_not_believed(void **state)
{
    struct house_fixture *house = *state;
    struct store *store = house->desk.store;
    say(house, "INSERT INTO customer VALUES (randomblob(16), 'Eve', '', '', 1, 1)");
    assert_int_equal(customers(store, NULL), RC_OK);
    say(house, "UPDATE customer SET name = printf('%.*c', 200, 'x')");
    assert_refused(store, "name");
    say(house, "UPDATE customer SET name = 'Eve', version = 4294967296");
    assert_refused(store, "version");
    say(house, "UPDATE customer SET version = 1");
    assert_int_equal(customers(store, NULL), RC_OK);
}

/* ---- PostgreSQL ------------------------------------------------------------------------------ */

struct pg_fixture {
    char database[PG_NAME];
    struct fake_clock time;
    struct clock clock;
    struct store *store;
    PGconn *root;
};

static int open_house(void **state)
{
    static struct pg_fixture f;
    struct err err;
    char url[PG_URL];
    f.time = (struct fake_clock){.wall = 1700000000000};
    f.clock = clock_fake(&f.time);
    pg_house_make(f.database);
    if (pg_house_open(f.database, &f.clock, &f.store, &err))
        fail_msg("%s", err.text);
    f.root = pg_server_connect(pg_server_url(f.database, NULL, NULL, url));
    *state = &f;
    return 0;
}

static int close_house(void **state)
{
    struct pg_fixture *f = *state;
    PQfinish(f->root);
    store_close(&f->store);
    return 0;
}

/* The state of a failure, "" when there was none. */
static const char *tell(struct pg_fixture *f, const char *sql)
{
    static char code[8];
    PGresult *result = PQexec(f->root, sql);
    const char *said = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    snprintf(code, sizeof code, "%s", said ? said : "");
    PQclear(result);
    return code;
}

#define CUSTOMER(name, version)                                                       \
    "INSERT INTO loge.customer (house, id, name, email, phone, created_at, version) " \
    "SELECT h.house, gen_random_uuid(), " name ", '', '', 1, " version " FROM loge.house AS h"

static void a_house_takes_no_row_that_cannot_be(void **state)
{
    struct pg_fixture *f = *state;
    assert_string_equal(tell(f, CUSTOMER("repeat('x', 200)", "1")), "23514");
    assert_string_equal(tell(f, CUSTOMER("'Eve'", "4294967296")), "23514");
    assert_string_equal(tell(f, CUSTOMER("'Eve'", "1")), "");
    assert_int_equal(customers(f->store, NULL), RC_OK);
}

/* Somebody took the wall away, wrote, and put it back. */
static void a_house_with_a_row_that_cannot_be_is_not_believed(void **state)
{
    struct pg_fixture *f = *state;
    assert_string_equal(tell(f, "ALTER TABLE loge.customer DROP CONSTRAINT ranges"), "");
    assert_string_equal(tell(f, CUSTOMER("repeat('x', 200)", "1")), "");
    assert_refused(f->store, "name");
    assert_string_equal(tell(f, "UPDATE loge.customer SET name = 'Eve', version = 4294967296"), "");
    assert_refused(f->store, "version");
    assert_string_equal(tell(f, "UPDATE loge.customer SET version = 1"), "");
    assert_int_equal(customers(f->store, NULL), RC_OK);
}

/* Every row that is described has the wall. */
static void every_row_has_its_ranges(void **state)
{
    static const struct {
        const char *table;
        const struct row_shape *shape;
    } rows[] = {
        {"hold", &shape_hold},           {"sale", &shape_sale},
        {"ticket", &shape_ticket},       {"payment", &shape_payment},
        {"shift", &shape_shift},         {"shift_move", &shape_shift_move},
        {"customer", &shape_customer},   {"waitlist", &shape_waiter},
        {"voucher", &shape_voucher},     {"voucher_loan", &shape_voucher_loan},
        {"staff", &shape_staff},         {"ticket_key", &shape_ticket_key},
        {"admission", &shape_admission}, {"scan", &shape_scan},
        {"checkin", &shape_checkin},     {"show", &shape_show},
        {"intent", &shape_intent},
    };
    struct pg_fixture *f = *state;
    for (int i = 0; i < COUNT_OF(rows); i++) {
        char sql[256];
        snprintf(sql, sizeof sql,
                 "SELECT pg_get_constraintdef(oid) FROM pg_constraint "
                 "WHERE conname = 'ranges' AND conrelid = 'loge.%s'::regclass",
                 rows[i].table);
        PGresult *result = PQexec(f->root, sql);
        assert_int_equal(PQntuples(result), 1);
        for (int k = 0; k < rows[i].shape->count; k++) {
            const struct row_field *field = &rows[i].shape->fields[k];
            if (field->column && field->kind == FIELD_TEXT &&
                !strstr(PQgetvalue(result, 0, 0), field->column))
                fail_msg("%s.%s may be of any length", rows[i].table, field->column);
        }
        PQclear(result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_with_a_row_that_cannot_be_is_not_believed,
                                        house_setup, house_teardown),
        cmocka_unit_test_setup_teardown(a_house_takes_no_row_that_cannot_be, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_house_with_a_row_that_cannot_be_is_not_believed,
                                        open_house, close_house),
        cmocka_unit_test_setup_teardown(every_row_has_its_ranges, open_house, close_house),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
