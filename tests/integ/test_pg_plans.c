/*
 * In a house of 100,000 seats and years of sales nothing that the counter waits for walks a table.
 * Each act is done by a clerk through the house store while Redis is away, so that everything is
 * asked of PostgreSQL; then the server is asked which tables it walked meanwhile. That sees inside
 * functions and through row-level security, which EXPLAIN of their calls does not.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/house_store.h"
#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"
#include "tests/bench/big_hall.h"
#include "tests/lib/pg_house.h"

enum { SEATS = 100000, WALKED = 200 };

#define SHOW "hamlet"

static char database[PG_NAME], login[PG_LOGIN_TEXT];
static struct arena *arena;
static struct desk desk; /* of whoever acts now */
static struct act_meta meta;
static struct outcome out;
static PGconn *root;
static struct uuid hold, sold_key;
static int64_t newest_event;
static char sale_code[CODE_TEXT];
static bool has_statistics; /* when its first show went on sale */

/* ---- a large house with a past -------------------------------------------------------------- */

static void must(void)
{
    if (out.verdict)
        fail_msg("%s: %s", verdict_code(out.verdict), out.message);
}

static void come_in(const char *who)
{
    char url[PG_URL];
    struct err err;
    struct store *inner;
    const struct redis_config nobody = {.house = "main", .address = "unix:/nonexistent"};
    desk = (struct desk){
        .crypt = sodium_crypt(), .clock = clock_system(), .ids = {.rng = rng_system()}};
    pg_server_url(database, who, PG_PASSWORD, url);
    if (pg_store_open(url, desk.crypt, &desk.clock, &inner, &err))
        fail_msg("%s", err.text);
    pg_till_act_at(database, inner, "till-1");
    if (house_store_open(inner, &nobody, &desk.clock, false, &desk.store, &err))
        fail_msg("%s", err.text);
}

static void add_show(void)
{
    const struct price prices[] = {{0, {4200, 2100, 3360, 3360, 0}}};
    const struct show show = {.id = SHOW,
                              .title = "Hamlet",
                              .hall = "arena",
                              .currency = "EUR",
                              .starts_at = clock_wall(&desk.clock) + 86400000,
                              .hold_ttl_ms = 900000,
                              .extend_ms = 300000,
                              .ceiling_ms = 7200000,
                              .gap_rule = true,
                              .prices = prices,
                              .price_count = 1};
    desk_show_add(&desk, &meta, &show, &out);
    must();
    desk_show_status(&desk, &meta, SHOW, SHOW_OPEN, &out);
    must();
}

static void add_past(void)
{
    static const char *const rows[] = {
        "INSERT INTO loge.hold SELECT 1, gen_random_uuid(), 1, 4, 2, 0, 'anna', 'till-1', '', 1, 2,"
        " 2, 3, 0, NULL, 2 FROM generate_series(1, 50000)",
        "INSERT INTO loge.claim SELECT house, id, (random() * 99999)::integer, 1, false"
        " FROM loge.hold",
        "INSERT INTO loge.receipt SELECT 1, gen_random_uuid(), decode(repeat('ab', 32), 'hex'), 0,"
        " 1, 0, '' FROM generate_series(1, 100000)",
        "INSERT INTO loge.event SELECT 1, n, 1, n / 100001, 'anna', 'till-1', '', 1, 1, n % 100000,"
        " 2 + n / 100000, n / 100000, 1 - n / 100000, NULL, 0, '', '', gen_random_uuid()"
        " FROM generate_series(0, 199999) AS n",
        "UPDATE loge.show_seat SET version = 3",
        "INSERT INTO loge.sale SELECT 1, gen_random_uuid(), 'PAST-' || n, 1, 3, NULL, NULL, NULL,"
        " '', '', 'EUR', 0, 0, 'anna', 'till-1', n, n, 2 FROM generate_series(1, 20000) AS n",
        "INSERT INTO loge.ticket SELECT 1, id, gen_random_uuid(), code, 1, version::integer, 1, 0,"
        " 0, 1, 0, 0, 0, 0, 0, 2 FROM loge.sale",
        "INSERT INTO loge.payment SELECT 1, id, gen_random_uuid(), NULL, 0, 0, 0, '', '', '', 1"
        " FROM loge.sale",
        "ANALYZE",
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
        pg_server_do(root, rows[i]);
}

static int set_up(void **state)
{
    char url[PG_URL];
    arena = arena_new();
    pg_house_make(database);
    pg_house_person(database, "anna", ROLE_CLERK, login);
    root = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    pg_server_do(root, "ALTER SYSTEM SET autovacuum = off"); /* nobody else counts a table */
    pg_server_do(root, "SELECT pg_reload_conf()");
    meta = (struct act_meta){.arena = arena,
                             .actor = {.name = "ruth", .till = "office", .role = ROLE_MANAGER}};
    come_in("house_1_carrier");
    const struct hall hall = {.id = "arena", .name = "The Arena"};
    desk_plan_import(&desk, &meta, &hall, big_hall(arena, SEATS), "", &out);
    must();
    add_show();
    has_statistics = pg_server_count(root, "SELECT count(DISTINCT tablename) FROM pg_stats WHERE"
                                           " tablename IN ('hall_seat', 'show_seat')") == 2;
    store_close(&desk.store);
    add_past();
    PQfinish(root); /* a session counts its own walks, and may tell of them long after */
    root = pg_server_connect(url);
    meta.actor = (struct actor){.name = "anna", .till = "till-1", .role = ROLE_CLERK};
    return 0;
}

static int tear_down(void **state)
{
    PQfinish(root);
    arena_free(&arena);
    return 0;
}

/* ---- which tables were walked --------------------------------------------------------------- */

/* A session tells what it did when it ends. */
static void wait_until_told(void)
{
    char left[16];
    do
        pg_server_ask(root,
                      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                      " AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
                      left, sizeof left);
    while (strcmp(left, "0") != 0);
    pg_server_do(root, "SELECT pg_stat_clear_snapshot()");
}

static void forget_walks(void)
{
    pg_server_do(root, "SELECT pg_stat_reset()");
}

static const char *walked(char names[WALKED])
{
    return pg_server_ask(root,
                         "SELECT coalesce(string_agg(relname, ' '), '') FROM pg_stat_user_tables"
                         " WHERE schemaname = 'loge' AND seq_scan > 0 AND relname IN ('show_seat',"
                         " 'hall_seat', 'hold', 'claim', 'event', 'receipt', 'sale', 'ticket',"
                         " 'payment')",
                         names, WALKED);
}

static void assert_walks_nothing(const char *what, void (*act)(void))
{
    char names[WALKED];
    wait_until_told();
    forget_walks();
    come_in(login);
    act();
    must();
    store_close(&desk.store);
    wait_until_told();
    if (*walked(names))
        fail_msg("%s walks %s", what, names);
}

/* ---- what the counter does ------------------------------------------------------------------ */

static void hold_seats(void)
{
    char label[3][SEAT_TEXT];
    const char *names[COUNT_OF(label)];
    for (int i = 0; i < COUNT_OF(label); i++) {
        snprintf(label[i], SEAT_TEXT, "Block6-R1-%d", 50 + i);
        names[i] = label[i];
    }
    const struct desk_hold wish = {
        .show = SHOW, .labels = names, .count = COUNT_OF(label), .channel = CHANNEL_COUNTER};
    desk_hold_new(&desk, &meta, &wish, &out);
    if (out.hold)
        hold = out.hold->id;
}

static void extend_hold(void)
{
    desk_hold_extend(&desk, &meta, &hold, 0, &out);
}

static void find_hold(void)
{
    char id[UUID_TEXT];
    desk_hold_find(&desk, arena, uuid_text(&hold, id), &out);
}

static void list_own_holds(void)
{
    const struct hold_filter mine = {.show = 1, .holder = "anna", .open_only = true, .now = 5};
    struct hold *holds;
    int count;
    if (desk.store->ops->hold_list(desk.store, &mine, arena, &holds, &count, &out.err))
        fail_msg("%s", out.err.text);
    assert_int_equal(count, 1);
}

static void sell_hold(void)
{
    const struct desk_sell wish = {.hold = hold};
    meta.key = sold_key = uuid_make(&desk.ids, 1);
    desk_sell(&desk, &meta, &wish, &out);
    if (out.sale)
        snprintf(sale_code, sizeof sale_code, "%s", out.sale->code);
    meta.key = (struct uuid){{0}};
}

static void sell_again_under_the_same_key(void)
{
    const struct desk_sell wish = {.hold = hold};
    meta.key = sold_key;
    desk_sell(&desk, &meta, &wish, &out);
    assert_true(out.replay);
    meta.key = (struct uuid){{0}};
}

static void find_sale(void)
{
    desk_sale_find(&desk, arena, sale_code, &out);
}

static void refund_sale(void)
{
    meta.reason = "rain";
    desk_refund(&desk, &meta, sale_code, NULL, 0, false, -1, &out);
}

static void release_hold(void)
{
    desk_hold_release(&desk, &meta, &hold, NULL, 0, END_USER_CANCELLED, &out);
}

static void sweep(void)
{
    struct sweep_result swept;
    if (desk.store->ops->sweep(desk.store, &meta.actor, clock_wall(&desk.clock), 500, &swept,
                               &out.err))
        fail_msg("%s", out.err.text);
}

static void follow_the_log(void)
{
    struct fresh_seat *seats;
    int count;
    int64_t last;
    for (int i = 0; i < 12; i++) /* more often than a plan is made anew */
        if (desk.store->ops->seats_since(desk.store, 1, newest_event - 5, 100, arena, &seats,
                                         &count, &last, &out.err))
            fail_msg("%s", out.err.text);
    assert_true(count > 0);
}

static void what_the_counter_waits_for_walks_no_table(void **state)
{
    char newest[32];
    assert_walks_nothing("a hold", hold_seats);
    assert_walks_nothing("an extension", extend_hold);
    assert_walks_nothing("a look for a hold", find_hold);
    assert_walks_nothing("the list of one's own holds", list_own_holds);
    assert_walks_nothing("a sale", sell_hold);
    assert_walks_nothing("a replay", sell_again_under_the_same_key);
    assert_walks_nothing("a look for a sale", find_sale);
    assert_walks_nothing("a refund", refund_sale);
    assert_walks_nothing("another hold", hold_seats);
    assert_walks_nothing("a release", release_hold);
    assert_walks_nothing("a sweep", sweep);
    /* With the house, so that it walks nothing itself: its own walk may be told of later. */
    newest_event =
        atoll(pg_server_ask(root, "SELECT max(id) FROM loge.event WHERE house = 1", newest, 32));
    assert_walks_nothing("following the log", follow_the_log);
}

static void a_show_goes_on_sale_with_statistics(void **state)
{
    assert_true(has_statistics);
}

/* Control: a walk is seen, in a function of the store's session too. */
static void a_walk_is_found(void **state)
{
    char names[WALKED], url[PG_URL];
    wait_until_told();
    forget_walks();
    PGconn *clerk = pg_server_connect(pg_server_url(database, login, PG_PASSWORD, url));
    pg_server_do(clerk, "SELECT count(version) FROM loge.event WHERE version = 12345");
    PQfinish(clerk);
    wait_until_told();
    assert_string_equal(walked(names), "event");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_counter_waits_for_walks_no_table),
        cmocka_unit_test(a_show_goes_on_sale_with_statistics),
        cmocka_unit_test(a_walk_is_found),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
