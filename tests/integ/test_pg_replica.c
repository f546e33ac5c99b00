/* A till's replica of a house in PostgreSQL: the same rows, however it came about. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "tests/lib/pg_house.h"
#include "tests/lib/replica_dump.h"
#include "tests/lib/replica_kit.h"

static struct replica_kit kit;
static struct replica_file file;

static int set_up(void **state)
{
    static uint64_t seed = 1;
    void *house;
    contract_setup(&house);
    replica_kit_open(&kit, house, seed++);
    replica_file_make(&kit, &file, "till.db");
    return 0;
}

static int tear_down(void **state)
{
    void *house = kit.c;
    replica_file_close(&file);
    return contract_teardown(&house);
}

static void let_happen(int acts)
{
    for (int i = 0; i < acts; i++)
        replica_kit_act(&kit);
}

/* What is in the file. */
static const char *dump(void)
{
    replica_file_close(&file);
    const char *text = replica_dump(kit.c->arena, file.path);
    replica_assert_sound(text);
    return text;
}

/* A replica that is pulled from nothing, now and at once. */
static const char *fresh_dump(void)
{
    static int count;
    char name[32];
    struct replica_file fresh;
    snprintf(name, sizeof name, "fresh-%d.db", count++);
    kit.most = 0;
    replica_file_make(&kit, &fresh, name);
    assert_int_equal(replica_file_pull(&kit, &fresh), 2); /* all of it, and what came after */
    replica_file_close(&fresh);
    return replica_dump(kit.c->arena, fresh.path);
}

/* ---- the same house ------------------------------------------------------------------------- */

static void a_replica_grows_with_its_house(void **state)
{
    let_happen(60);
    replica_file_pull(&kit, &file);
    for (int i = 0; i < 8; i++) {
        let_happen(1 + replica_kit_below(&kit, 30));
        replica_file_pull(&kit, &file);
    }
    assert_true(kit.acts > 30);
    replica_assert_same(dump(), fresh_dump());
}

/* Every other piece is taken by a till that has just started. */
static void a_first_pull_goes_on_where_it_stopped(void **state)
{
    int pieces = 0;
    bool more = true;
    let_happen(120);
    kit.most = 5;
    while (more) {
        const struct replica_rows *rows = replica_file_ask(&kit, &file);
        if (pieces++ % 2) {
            replica_file_close(&file);
            replica_file_open(&kit, &file);
        }
        replica_file_take(&file, rows);
        more = rows->more;
    }
    assert_true(pieces > 20);
    replica_assert_same(dump(), fresh_dump());
}

/* What changes while it is being pulled comes again by the log. */
static void a_house_goes_on_while_it_is_pulled(void **state)
{
    let_happen(60);
    for (int i = 0; i < 60; i++) {
        kit.most = 1 + replica_kit_below(&kit, 12);
        replica_file_take(&file, replica_file_ask(&kit, &file));
        let_happen(2);
    }
    replica_file_pull(&kit, &file);
    replica_assert_same(dump(), fresh_dump());
}

static struct replica_mark mark_of_file(void)
{
    struct till_replica now;
    assert_int_equal(lite_till_replica(file.till, &now, NULL), RC_OK);
    return now.mark;
}

/* The control: a pull that calls everything known that the log tells when it has finished. */
static void a_cursor_from_the_end_of_the_pull_would_miss_some(void **state)
{
    let_happen(60);
    kit.most = 20;
    struct replica_rows *rows = replica_file_ask(&kit, &file);
    while (rows->mark.step) {
        replica_file_take(&file, rows);
        let_happen(6);
        rows = replica_file_ask(&kit, &file);
    }
    int64_t newest;
    bool there;
    assert_int_equal(kit.login->ops->log_look(kit.login, rows->mark.event, &there, &newest, NULL),
                     RC_OK);
    rows->mark.event = newest;
    replica_file_take(&file, rows);
    replica_file_pull(&kit, &file);
    replica_file_close(&file);
    assert_string_not_equal(replica_dump(kit.c->arena, file.path), fresh_dump());
}

static void a_piece_that_comes_twice_or_late_is_left(void **state)
{
    struct err err;
    let_happen(60);
    kit.most = 10;
    const struct replica_rows *first = replica_file_ask(&kit, &file);
    replica_file_take(&file, first);
    const struct replica_rows *second = replica_file_ask(&kit, &file);
    replica_file_take(&file, second);
    let_happen(20);
    assert_int_equal(lite_till_take(file.till, second, &err), RC_CONFLICT);
    assert_int_equal(lite_till_take(file.till, first, &err), RC_CONFLICT);
    replica_file_pull(&kit, &file);
    replica_assert_same(dump(), fresh_dump());
}

/* ---- the log -------------------------------------------------------------------------------- */

static PGconn *superuser(void)
{
    char url[PG_URL];
    return pg_server_connect(pg_server_url(pg_house_database(), NULL, NULL, url));
}

/* An act that began before others and is committed after them has the smaller event. */
static void an_act_that_is_slow_to_commit_is_not_missed(void **state)
{
    struct customer customer = {.name = "Eve", .email = "eve@example.org"};
    desk_customer_put(&kit.desk, &kit.meta, &customer, &kit.out);
    assert_int_equal(kit.out.verdict, VERDICT_OK);
    replica_file_pull(&kit, &file);
    PGconn *slow = superuser();
    pg_server_do(slow,
                 "BEGIN; UPDATE loge.customer SET name = 'Eva', version = 2 WHERE name = 'Eve';"
                 "INSERT INTO loge.event SELECT house, ((pg_current_xact_id()::text::bigint"
                 " + loge.event_base()) << 20) + 1, 0, 18, 'x', '', '', 0, 0, -1, 0, 0, 0, id, 0,"
                 " '', '', NULL FROM loge.customer WHERE name = 'Eva' AND version = 2");
    let_happen(20);
    replica_file_pull(&kit, &file);
    let_happen(5);
    pg_server_do(slow, "COMMIT");
    PQfinish(slow);
    replica_file_pull(&kit, &file);
    const char *grown = dump();
    assert_non_null(strstr(grown, "|Eva|"));
    replica_assert_same(grown, fresh_dump());
}

/* A backup was restored: what was pulled since then is of a house that never was. */
static void a_house_that_lost_its_newest_acts_is_pulled_anew(void **state)
{
    char sql[100];
    let_happen(60);
    replica_file_pull(&kit, &file);
    PGconn *conn = superuser();
    snprintf(sql, sizeof sql, "DELETE FROM loge.event WHERE id = %lld",
             (long long)mark_of_file().event);
    pg_server_do(conn, sql);
    PQfinish(conn);
    const struct replica_rows *rows = replica_file_ask(&kit, &file);
    assert_true(rows->anew);
    replica_file_take(&file, rows);
    replica_file_pull(&kit, &file);
    replica_assert_same(dump(), fresh_dump());
}

/* ---- the same answers ----------------------------------------------------------------------- */

static void both_stores_answer_alike(void **state)
{
    let_happen(200);
    replica_file_pull(&kit, &file);
    struct desk here = kit.desk;
    struct sale *sales;
    int count;
    here.store = lite_till_store(file.till);
    const struct sale_filter all = {.limit = 0};
    assert_int_equal(kit.login->ops->sale_list(kit.login, &all, kit.c->arena, &sales, &count, NULL),
                     RC_OK);
    assert_true(count > 3);
    for (int i = 0; i < count; i++) {
        struct outcome there, replica;
        desk_sale_find(&kit.desk, kit.c->arena, sales[i].code, &there);
        desk_sale_find(&here, kit.c->arena, sales[i].code, &replica);
        assert_int_equal(replica.verdict, VERDICT_OK);
        assert_int_equal(replica.sale->ticket_count, there.sale->ticket_count);
        assert_int_equal(replica.sale->payment_count, there.sale->payment_count);
        assert_memory_equal(&replica.sale->id, &there.sale->id,
                            offsetof(struct sale, tickets) - offsetof(struct sale, id));
    }
    struct snapshot there, replica;
    struct outcome out;
    desk_map(&kit.desk, kit.c->arena, "hamlet", &there, &out);
    desk_map(&here, kit.c->arena, "hamlet", &replica, &out);
    assert_int_equal(replica.plan->seat_count, there.plan->seat_count);
    assert_memory_equal(replica.state, there.state,
                        (size_t)there.plan->seat_count * sizeof *there.state);
}

/* ---- who sees what -------------------------------------------------------------------------- */

static void pull_as(const char *name, enum role role)
{
    char login[PG_LOGIN_TEXT], url[PG_URL];
    struct err err;
    pg_house_person(pg_house_database(), name, role, login);
    pg_server_url(pg_house_database(), login, PG_PASSWORD, url);
    if (pg_store_open(url, sodium_crypt(), &kit.desk.clock, &kit.login, &err))
        fail_msg("%s", err.text);
    replica_file_pull(&kit, &file);
}

static void leave(void)
{
    store_close(&kit.login);
    kit.login = kit.c->store;
}

static void a_clerk_pulls_all_that_is_needed(void **state)
{
    let_happen(100);
    pull_as("anna", ROLE_CLERK);
    leave();
    const char *clerks = dump();
    replica_assert_same(clerks, fresh_dump());
    assert_null(strstr(clerks, "argon2"));
}

static void a_scanner_learns_no_names_and_no_money(void **state)
{
    let_happen(200);
    pull_as("sam", ROLE_SCANNER);
    leave();
    replica_file_close(&file);
    const char *scanners = replica_dump(kit.c->arena, file.path), *all = fresh_dump();
    static const char *const secrets[] = {"Eve", "eve@example.org", "Mia", "mia@", "joe@"};
    for (int i = 0; i < COUNT_OF(secrets); i++)
        assert_null(strstr(scanners, secrets[i]));
    assert_non_null(strstr(all, "eve@example.org")); /* control */
    assert_non_null(strstr(scanners, "== payment\n== voucher\n== waitlist\n"));
    assert_non_null(strstr(scanners, "|T-"));
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(a_replica_grows_with_its_house),
        RULE(a_first_pull_goes_on_where_it_stopped),
        RULE(a_house_goes_on_while_it_is_pulled),
        RULE(a_cursor_from_the_end_of_the_pull_would_miss_some),
        RULE(a_piece_that_comes_twice_or_late_is_left),
        RULE(an_act_that_is_slow_to_commit_is_not_missed),
        RULE(a_house_that_lost_its_newest_acts_is_pulled_anew),
        RULE(both_stores_answer_alike),
        RULE(a_clerk_pulls_all_that_is_needed),
        RULE(a_scanner_learns_no_names_and_no_money),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
