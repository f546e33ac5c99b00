/*
 * Tills that were cut off and came home have the house as it is, and nothing else: what the house
 * took, what it gave to somebody else meanwhile, and what it refused.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "src/adapter/sodium_crypt.h"
#include "sync/lite_replica.h"
#include "sync/lite_store.h"
#include "tests/lib/pg_tills.h"
#include "tests/lib/replica_dump.h"

static struct pg_shop *shop;
static uint64_t chance;
static bool forgetful; /* a till that does not ask again for what it wrote itself */

static int below(int most)
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (int)(chance % (uint64_t)most);
}

/* ---- pulling -------------------------------------------------------------------------------- */

static void pull_through(struct upstream *up, struct lite_till *file)
{
    struct arena *arena = arena_new();
    bool more = true;
    while (more) {
        struct replica_ask ask;
        struct replica_rows *rows;
        struct err err = {0};
        enum rc rc = lite_till_ask(file, arena, &ask, &err);
        if (forgetful)
            ask.again_count = 0;
        if (rc || up->ops->pull(up, arena, &ask, &rows, &err) || lite_till_take(file, rows, &err))
            fail_msg("%s", err.text);
        more = rows->more;
    }
    arena_free(&arena);
}

static void pull(struct pg_till *till)
{
    pull_through(till->up, till->file.file);
}

static const char *dump(struct pg_till *till)
{
    till->home.desk.store = NULL;
    till_file_stop(&till->file);
    const char *text = replica_dump(shop->house.arena, till->home.path);
    till_file_start(&till->file);
    pg_till_restart(till);
    return text;
}

static const char *fresh_dump(void)
{
    static const struct house nothing = {.name = "?", .currency = "EUR"};
    char path[128];
    struct store *store;
    struct lite_till *file;
    struct err err;
    snprintf(path, sizeof path, "%s/fresh.db", shop->till[0].home.dir);
    if (lite_store_create(path, &nothing, sodium_crypt(), &shop->house.desk.clock, &store, &err))
        fail_msg("%s", err.text);
    store_close(&store);
    if (lite_till_open(path, sodium_crypt(), &shop->house.desk.clock, &file, &err))
        fail_msg("%s", err.text);
    pull_through(shop->till[0].up, file);
    lite_till_close(&file);
    const char *text = replica_dump(shop->house.arena, path);
    assert_int_equal(unlink(path), 0);
    return text;
}

static int set_up(void **state)
{
    static uint64_t seed = 1;
    void *made;
    if (pg_shop_setup(&made))
        return -1;
    shop = made;
    chance = seed++ * 2654435761u + 88172645463325252u;
    house_become(&shop->till[1].home, "mark", ROLE_SUPERVISOR);
    house_become(&shop->house, "ruth", ROLE_MANAGER);
    for (int i = 0; i < PG_TILLS; i++)
        pull(&shop->till[i]);
    return 0;
}

static int tear_down(void **state)
{
    void *made = shop;
    return pg_shop_teardown(&made);
}

/* ---- what happens --------------------------------------------------------------------------- */

/* Pairs, so that nobody leaves a single seat. */
static const char *const labels[] = {"Stalls-A-1", "Stalls-A-2", "Stalls-A-3", "Stalls-A-4",
                                     "Stalls-A-5", "Stalls-A-6", "Stalls-B-1", "Stalls-B-2",
                                     "Stalls-B-3", "Stalls-B-4"};

static void hold(struct house_fixture *at)
{
    const struct desk_hold wish = {.show = HOUSE_SHOW,
                                   .labels = &labels[2 * below(COUNT_OF(labels) / 2)],
                                   .count = 2,
                                   .ttl_ms = below(3) ? 0 : 60000,
                                   .channel = CHANNEL_COUNTER};
    house_reason(at, "because");
    desk_hold_new(&at->desk, &at->meta, &wish, &at->out);
}

static struct uuid some_hold(struct house_fixture *at)
{
    const struct hold_filter filter = {
        .holder = at->meta.actor.name, .open_only = true, .now = at->time.wall, .limit = 6};
    struct hold *holds;
    int count;
    assert_int_equal(
        at->desk.store->ops->hold_list(at->desk.store, &filter, at->arena, &holds, &count, NULL),
        RC_OK);
    return count ? holds[below(count)].id : (struct uuid){{0}};
}

static const char *some_sale(struct house_fixture *at)
{
    const struct sale_filter filter = {.limit = 6};
    struct sale *sales;
    int count;
    assert_int_equal(
        at->desk.store->ops->sale_list(at->desk.store, &filter, at->arena, &sales, &count, NULL),
        RC_OK);
    return count ? sales[below(count)].code : "B-NOSALE";
}

static void something(struct house_fixture *at)
{
    const struct desk_sell sell = {.hold = some_hold(at), .name = "Eve"};
    const struct customer mia = {.name = "Mia"};
    switch (below(8)) {
    case 0:
    case 1:
    case 2:
        hold(at);
        break;
    case 3:
    case 4:
        desk_sell(&at->desk, &at->meta, &sell, &at->out);
        break;
    case 5:
        desk_refund(&at->desk, &at->meta, some_sale(at), NULL, 0, false, -1, &at->out);
        break;
    case 6:
        desk_hold_release(&at->desk, &at->meta, &sell.hold, NULL, 0, END_USER_CANCELLED, &at->out);
        break;
    default:
        if (below(2))
            desk_customer_put(&at->desk, &at->meta, &mia, &at->out);
        else
            desk_shift_open(&at->desk, &at->meta, 5000, &at->out);
    }
}

static void everybody_works(int acts)
{
    for (int i = 0; i < acts; i++) {
        int who = below(PG_TILLS + 1);
        something(who == PG_TILLS ? &shop->house : &shop->till[who].home);
        if (below(6) == 0)
            pg_shop_pass(shop, 20000);
    }
}

/* ---- the rules ------------------------------------------------------------------------------ */

static void work_and_come_home(void)
{
    for (int round = 0; round < 5; round++) {
        everybody_works(40);
        int first = below(PG_TILLS);
        for (int i = 0; i < PG_TILLS; i++)
            pg_till_push(shop, &shop->till[(first + i) % PG_TILLS]);
        for (int i = 0; i < PG_TILLS; i++)
            pull(&shop->till[i]);
    }
}

/* Of all entries; `refused` counts those the house did not do. */
static int count_entries(int *refused)
{
    int judged = 0;
    *refused = 0;
    for (int i = 0; i < PG_TILLS; i++)
        for (uint64_t seq = 1; seq <= shop->till[i].file.core.meta.head_seq; seq++) {
            judged += entry_state_final(shop->till[i].state[seq]);
            *refused += !entry_state_done(shop->till[i].state[seq]);
        }
    return judged;
}

static void tills_that_came_home_agree_with_the_house(void **state)
{
    int refused;
    work_and_come_home();
    assert_true(count_entries(&refused) > 20);
    assert_true(refused > 3);
    const char *all = fresh_dump();
    replica_assert_sound(all);
    for (int i = 0; i < PG_TILLS; i++)
        replica_assert_same(dump(&shop->till[i]), all);
}

/* The control. */
static void a_till_that_asked_for_nothing_again_would_not(void **state)
{
    forgetful = true;
    work_and_come_home();
    forgetful = false;
    const char *all = fresh_dump();
    assert_true(strcmp(dump(&shop->till[0]), all) || strcmp(dump(&shop->till[1]), all));
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(tills_that_came_home_agree_with_the_house),
        RULE(tills_that_came_home_agree_with_the_house), /* otherwise */
        RULE(tills_that_came_home_agree_with_the_house),
        RULE(a_till_that_asked_for_nothing_again_would_not),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
