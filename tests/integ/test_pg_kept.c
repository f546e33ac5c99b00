/*
 * A house goes back to an earlier moment, as behind a standby that was not in step: what its tills
 * had been told is done, and have kept, comes back from them.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "src/engine/desk_office.h"
#include "sync/lite_till_kept.h"
#include "tests/lib/pg_tills.h"

static const char *const pasts[] = {"4711 1", "4711 2", "4711 3"};

static struct {
    struct pg_shop *shop;
    struct pg_till *at; /* whose acts are done at the house now */
    struct desk_watch watch;
    char before[PG_NAME]; /* the house at the moment to which it goes back */
    struct err err;
} kit;

static void must(enum rc rc)
{
    if (rc != RC_OK)
        fail_msg("%s", kit.err.text);
}

/* ---- the house and its tills ---------------------------------------------------------------- */

static void keep(void *ctx, const struct changeset *cs)
{
    (void)ctx;
    must(lite_till_keep(kit.at->file.file, &kit.at->file.core, cs, &kit.err));
}

static struct house_fixture *at_till(int n)
{
    struct house_fixture *house = &kit.shop->house;
    kit.at = &kit.shop->till[n];
    snprintf(house->meta.actor.till, TILL_TEXT, "till-%d", n + 1);
    return house;
}

static int set_up(void **state)
{
    if (pg_shop_setup(state))
        return -1;
    memset(&kit, 0, sizeof kit);
    kit.shop = *state;
    kit.watch.applied = keep;
    kit.shop->house.desk.watch = &kit.watch;
    for (int i = 0; i < PG_TILLS; i++)
        lite_till_journal(kit.shop->till[i].file.file, NULL); /* they are not alone here */
    return 0;
}

static void leave(void)
{
    struct pg_shop *shop = kit.shop;
    store_close(&shop->house.desk.store);
    PQfinish(shop->root);
    for (int i = 0; i < PG_TILLS; i++)
        upstream_close(&shop->till[i].up);
}

static void come_in(void)
{
    struct pg_shop *shop = kit.shop;
    char url[PG_URL];
    must(pg_house_open(shop->database, &shop->house.desk.clock, &shop->house.desk.store, &kit.err));
    shop->root = pg_server_connect(pg_server_url(shop->database, NULL, NULL, url));
    for (int i = 0; i < PG_TILLS; i++)
        shop->till[i].up = pg_shop_line(shop, shop->anna, &shop->till[i].file.crypt.key);
}

/* A connection that serves test after test is there, too. */
static void send_everybody_home(void)
{
    char url[PG_URL], sql[160];
    PGconn *conn = pg_server_connect(pg_server_url("postgres", NULL, NULL, url));
    snprintf(sql, sizeof sql,
             "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'",
             kit.shop->database);
    pg_server_do(conn, sql);
    PQfinish(conn);
}

static void remember_this_moment(void)
{
    leave();
    send_everybody_home();
    pg_server_database(kit.shop->database, kit.before);
    come_in();
}

static void go_back(void)
{
    leave();
    memcpy(kit.shop->database, kit.before, sizeof kit.before);
    come_in();
}

/* What the till asks the house when it goes on from this past; how many acts are not known. */
static int take_up(int n, const char *past)
{
    struct pg_till *till = &kit.shop->till[n];
    struct act_keys keys, lost = {0};
    bool ask;
    must(lite_till_kept(till->file.file, past, till->arena, &keys, &ask, &kit.err));
    if (!ask)
        return -1;
    must(till->up->ops->look(till->up, &kit.err));
    must(till->up->ops->unknown(till->up, till->arena, &keys, &lost, &kit.err));
    must(lite_till_replay(till->file.file, &till->file.core, past, &lost, &kit.err));
    return lost.count;
}

static void come_home(int n)
{
    pg_till_push(kit.shop, &kit.shop->till[n]);
    assert_int_equal(kit.shop->till[n].file.core.meta.first_open,
                     kit.shop->till[n].file.core.meta.head_seq + 1);
}

/* A number of this house's; there are others beside it. */
static long long count(const char *what)
{
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT %s AND house = (SELECT max(house) FROM loge.house)", what);
    return pg_server_count(kit.shop->root, sql);
}

static void hold(int n, const char *first, const char *second)
{
    struct house_fixture *house = at_till(n);
    house_hold(house, first, second, NULL);
    ASSERT_VERDICT(house, VERDICT_OK);
}

static void sell(int n, const char *first, const char *second)
{
    hold(n, first, second);
    house_sell(&kit.shop->house);
    ASSERT_VERDICT(&kit.shop->house, VERDICT_OK);
}

static const char *status(const char *label)
{
    return house_status(&kit.shop->house, label);
}

/* ---- what comes back ------------------------------------------------------------------------ */

static void a_sale_that_the_house_has_lost_is_there_again(void **state)
{
    sell(0, "Stalls-A-1", "Stalls-A-2");
    remember_this_moment();
    sell(0, "Stalls-B-1", "Stalls-B-2");
    go_back();
    assert_string_equal(status("Stalls-B-1"), "available");
    assert_int_equal(take_up(0, pasts[1]), 2); /* a hold and its sale; the others are known */
    come_home(0);
    ASSERT_ENTRY(&kit.shop->till[0], 1, ENTRY_ACCEPTED);
    ASSERT_ENTRY(&kit.shop->till[0], 2, ENTRY_ACCEPTED);
    assert_string_equal(status("Stalls-B-1"), "sold");
    assert_int_equal(count("sum(paid) FROM loge.sale WHERE true"), 17600);
}

static void what_was_asked_about_is_not_asked_again(void **state)
{
    remember_this_moment();
    sell(0, "Stalls-B-1", "Stalls-B-2");
    go_back();
    assert_int_equal(take_up(0, pasts[1]), 2);
    come_home(0);
    pg_till_restart(&kit.shop->till[0]);
    assert_int_equal(take_up(0, pasts[1]), -1);
    assert_int_equal(take_up(0, pasts[2]), 0);
    come_home(0);
    assert_int_equal(count("count(*) FROM loge.sale WHERE true"), 1);
}

static void a_hold_whose_time_is_over_comes_back_as_nothing(void **state)
{
    remember_this_moment();
    hold(0, "Stalls-A-1", "Stalls-A-2");
    sell(0, "Stalls-B-1", "Stalls-B-2");
    pg_shop_pass(kit.shop, 16 * 60000);
    go_back();
    pg_house_set_clock(kit.shop->database, kit.shop->house.time.wall);
    assert_int_equal(take_up(0, pasts[1]), 3);
    come_home(0);
    ASSERT_ENTRY(&kit.shop->till[0], 1, ENTRY_EXPIRED);
    ASSERT_ENTRY(&kit.shop->till[0], 3, ENTRY_ACCEPTED); /* although its hold is as old */
    assert_string_equal(status("Stalls-B-1"), "sold");
    assert_int_equal(count("count(*) FROM loge.conflict WHERE true"), 0);
}

static void money_that_went_back_goes_back_again(void **state)
{
    struct house_fixture *house = &kit.shop->house;
    remember_this_moment();
    sell(0, "Stalls-B-1", "Stalls-B-2");
    const char *code = arena_strdup(house->arena, house->out.sale->code);
    house_reason(house, "ill");
    desk_refund(&house->desk, &house->meta, code, NULL, 0, false, -1, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    go_back();
    assert_int_equal(take_up(0, pasts[1]), 3);
    come_home(0);
    ASSERT_ENTRY(&kit.shop->till[0], 3, ENTRY_ACCEPTED);
    assert_string_equal(status("Stalls-B-1"), "available");
    assert_int_equal(count("sum(amount) FROM loge.payment WHERE true"), 0);
}

static void other_seats_are_exchanged_again(void **state)
{
    struct house_fixture *house = &kit.shop->house;
    remember_this_moment();
    sell(0, "Stalls-B-1", "Stalls-B-2");
    const char *code = arena_strdup(house->arena, house->out.sale->code);
    hold(0, "Stalls-C-5", "Stalls-C-6");
    const struct desk_exchange swap = {.sale = code, .hold = house->out.hold->id};
    desk_exchange(&house->desk, &house->meta, &swap, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    go_back();
    assert_int_equal(take_up(0, pasts[1]), 4);
    come_home(0);
    ASSERT_ENTRY(&kit.shop->till[0], 4, ENTRY_ACCEPTED);
    assert_string_equal(status("Stalls-B-1"), "available");
    assert_string_equal(status("Stalls-C-5"), "sold");
}

/* ---- of several tills ----------------------------------------------------------------------- */

/* Seats are blocked at the house only, so somebody is told to do it again. */
static void a_block_that_is_lost_is_listed(void **state)
{
    static const char *const broken[] = {"Stalls-A-1"};
    struct house_fixture *house = at_till(0);
    remember_this_moment();
    house->meta.actor.role = ROLE_SUPERVISOR;
    house_reason(house, "broken");
    desk_seats_block(&house->desk, &house->meta, HOUSE_SHOW, broken, 1, 0, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    go_back();
    assert_int_equal(take_up(0, pasts[1]), 1);
    come_home(0);
    ASSERT_ENTRY(&kit.shop->till[0], 1, ENTRY_REFUSED);
    assert_int_equal(count("count(*) FROM loge.conflict WHERE outcome = 0"), 1);
}

/* What a supervisor had freed is held again with the hold, and goes when that ends. */
static void a_hold_that_comes_back_in_parts_leaves_no_seat_behind(void **state)
{
    static const char *const freed[] = {"Stalls-A-1"};
    struct house_fixture *house = &kit.shop->house;
    remember_this_moment();
    hold(0, "Stalls-A-1", "Stalls-A-2");
    const struct uuid parted = house->out.hold->id;
    house->meta.actor.role = ROLE_SUPERVISOR;
    at_till(1);
    house_reason(house, "wanted");
    desk_seats_release(&house->desk, &house->meta, HOUSE_SHOW, freed, 1, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    at_till(0);
    desk_hold_release(&house->desk, &house->meta, &parted, NULL, 0, END_USER_CANCELLED,
                      &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    go_back();
    assert_int_equal(take_up(1, pasts[1]), 1);
    come_home(1);
    assert_int_equal(take_up(0, pasts[1]), 2);
    come_home(0);
    ASSERT_ENTRY(&kit.shop->till[0], 2, ENTRY_ACCEPTED);
    assert_string_equal(status("Stalls-A-1"), "available");
    assert_string_equal(status("Stalls-A-2"), "available");
}

/* One let the seats go before the other sold them; the one who sold comes home first. */
static void of_two_tills_that_had_the_same_seats_the_buyer_has_them(void **state)
{
    struct house_fixture *house = &kit.shop->house;
    remember_this_moment();
    hold(0, "Stalls-A-1", "Stalls-A-2");
    const struct uuid let_go = house->out.hold->id;
    desk_hold_release(&house->desk, &house->meta, &let_go, NULL, 0, END_USER_CANCELLED,
                      &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    sell(1, "Stalls-A-1", "Stalls-A-2");
    go_back();
    assert_int_equal(take_up(1, pasts[1]), 2);
    come_home(1);
    ASSERT_ENTRY(&kit.shop->till[1], 1, ENTRY_REBASED);
    ASSERT_ENTRY(&kit.shop->till[1], 2, ENTRY_ACCEPTED);
    assert_int_equal(take_up(0, pasts[1]), 2);
    come_home(0);
    assert_string_equal(status("Stalls-A-1"), "sold");
    assert_int_equal(count("count(*) FROM loge.sale WHERE true"), 1);
}

static void whoever_has_bought_the_seats_since_keeps_them_and_it_is_listed(void **state)
{
    remember_this_moment();
    sell(0, "Stalls-A-1", "Stalls-A-2");
    go_back();
    sell(1, "Stalls-A-1", "Stalls-A-2");
    assert_int_equal(take_up(0, pasts[1]), 2);
    come_home(0);
    ASSERT_ENTRY(&kit.shop->till[0], 2, ENTRY_CONFLICT);
    assert_int_equal(count("count(*) FROM loge.conflict WHERE sale IS NOT NULL AND outcome = 0"),
                     1);
}

/* ---- what the house says of it ----------------------------------------------------------------
 */

static struct went_back *went_back(int *count)
{
    struct house_fixture *house = &kit.shop->house;
    struct went_back *list = NULL;
    house->meta.actor.role = ROLE_MANAGER;
    desk_went_back_list(&house->desk, &house->meta, &list, count, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    return list;
}

static void the_house_says_once_what_each_till_lacked_and_what_is_back(void **state)
{
    int tills;
    const int64_t kept = kit.shop->house.time.wall;
    sell(0, "Stalls-C-1", "Stalls-C-2");
    remember_this_moment();
    pg_shop_pass(kit.shop, 60000);
    sell(0, "Stalls-A-1", "Stalls-A-2");
    sell(1, "Stalls-B-1", "Stalls-B-2");
    go_back();
    pg_shop_pass(kit.shop, 60000);
    sell(1, "Stalls-A-1", "Stalls-A-2");
    assert_int_equal(take_up(0, pasts[1]), 2);
    assert_int_equal(went_back(&tills)[0].back, 0); /* on their way */
    come_home(0);
    assert_int_equal(take_up(1, pasts[1]), 2);
    come_home(1);
    const struct went_back *list = went_back(&tills);
    assert_int_equal(tills, 2);
    assert_int_equal(list[0].no, list[1].no);
    assert_int_equal(list[0].since, kept);
    assert_int_equal(list[0].noticed_at, kept + 120000);
    assert_int_equal(list[0].lost, 2);
    assert_int_equal(list[0].back, 0);
    assert_int_equal(list[0].refused, 2);
    assert_int_equal(list[1].lost, 2);
    assert_int_equal(list[1].back, 2);
    assert_int_equal(list[1].refused, 0);
}

/* Its acts are older than the house's own, and came later. */
static void a_journal_that_came_home_since_does_not_hide_what_else_is_missing(void **state)
{
    struct pg_till *till = &kit.shop->till[0];
    int tills;
    const int64_t last = kit.shop->house.time.wall;
    sell(1, "Stalls-C-1", "Stalls-C-2");
    remember_this_moment();
    pg_shop_pass(kit.shop, 60000);
    lite_till_journal(till->file.file, &till->file.core);
    house_hold(&till->home, "Stalls-B-1", "Stalls-B-2", NULL);
    pg_shop_pass(kit.shop, 60000);
    sell(1, "Stalls-A-1", "Stalls-A-2");
    go_back();
    come_home(0);
    assert_int_equal(take_up(1, pasts[1]), 2);
    assert_int_equal(went_back(&tills)[0].since, last);
}

/* It lacks what the manager could not know of when he compared the books. */
static void a_till_that_comes_later_opens_what_was_settled(void **state)
{
    struct house_fixture *house = &kit.shop->house;
    int tills;
    char no[12];
    remember_this_moment();
    sell(0, "Stalls-A-1", "Stalls-A-2");
    sell(1, "Stalls-B-1", "Stalls-B-2");
    go_back();
    assert_int_equal(take_up(0, pasts[1]), 2);
    come_home(0);
    snprintf(no, sizeof no, "%d", went_back(&tills)[0].no);
    house->meta.reason = "books compared";
    desk_went_back_settle(&house->desk, &house->meta, "4294967297", &house->out);
    ASSERT_VERDICT(house, VERDICT_NOT_FOUND);
    desk_went_back_settle(&house->desk, &house->meta, "1x", &house->out);
    ASSERT_VERDICT(house, VERDICT_NOT_FOUND);
    desk_went_back_settle(&house->desk, &house->meta, no, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    assert_true(went_back(&tills)[0].settled_at);
    assert_int_equal(take_up(0, pasts[2]), 0);
    assert_true(went_back(&tills)[0].settled_at);
    assert_int_equal(take_up(1, pasts[1]), 2);
    assert_false(went_back(&tills)[0].settled_at);
    assert_int_equal(tills, 2);
}

/* ---- what is kept --------------------------------------------------------------------------- */

/* What a till brought home that had been alone stands in its journal. */
static void what_was_done_alone_is_told_once_more(void **state)
{
    struct pg_till *till = &kit.shop->till[0];
    remember_this_moment();
    lite_till_journal(till->file.file, &till->file.core);
    house_hold(&till->home, "Stalls-B-1", "Stalls-B-2", NULL);
    house_sell(&till->home);
    come_home(0);
    assert_string_equal(status("Stalls-B-1"), "sold");
    go_back();
    assert_string_equal(status("Stalls-B-1"), "available");
    come_home(0);
    assert_string_equal(status("Stalls-B-1"), "sold");
    assert_int_equal(count("last_seq FROM loge.journal WHERE till = 'till-1'"), 2);
}

static int kept(struct pg_till *till)
{
    struct act_keys keys;
    bool ask;
    must(lite_till_kept(till->file.file, "another", till->arena, &keys, &ask, &kit.err));
    assert_true(ask);
    return keys.count;
}

static void it_is_kept_for_a_day_and_over_a_restart(void **state)
{
    struct pg_till *till = &kit.shop->till[0];
    sell(0, "Stalls-A-1", "Stalls-A-2");
    pg_till_restart(till);
    lite_till_journal(till->file.file, NULL);
    assert_int_equal(kept(till), 2);
    pg_shop_pass(kit.shop, KEPT_MS - 60000);
    hold(0, "Stalls-B-1", "Stalls-B-2");
    assert_int_equal(kept(till), 3);
    pg_shop_pass(kit.shop, 120000);
    hold(0, "Stalls-C-7", "Stalls-C-8");
    assert_int_equal(kept(till), 2);
}

static void whoever_works_at_a_till_may_ask(void **state)
{
    struct uuid nobodys = {{0xee, 1}};
    static const enum role roles[] = {ROLE_SCANNER, ROLE_SUPERVISOR, ROLE_MANAGER, ROLE_SERVICE};
    const struct act_keys keys = {.at = &nobodys, .count = 1};
    for (int i = 0; i < COUNT_OF(roles); i++) {
        char name[PERSON_TEXT], login[PG_LOGIN_TEXT];
        struct act_keys lost;
        snprintf(name, sizeof name, "one%d", i);
        pg_house_person(kit.shop->database, name, roles[i], login);
        struct upstream *line = pg_shop_line(kit.shop, login, &kit.shop->till[0].file.crypt.key);
        must(line->ops->look(line, &kit.err));
        must(line->ops->unknown(line, kit.shop->house.arena, &keys, &lost, &kit.err));
        assert_int_equal(lost.count, 1);
        upstream_close(&line);
    }
}

#define SHOP_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pg_shop_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SHOP_TEST(a_sale_that_the_house_has_lost_is_there_again),
        SHOP_TEST(what_was_asked_about_is_not_asked_again),
        SHOP_TEST(a_hold_whose_time_is_over_comes_back_as_nothing),
        SHOP_TEST(money_that_went_back_goes_back_again),
        SHOP_TEST(other_seats_are_exchanged_again),
        SHOP_TEST(a_block_that_is_lost_is_listed),
        SHOP_TEST(a_hold_that_comes_back_in_parts_leaves_no_seat_behind),
        SHOP_TEST(of_two_tills_that_had_the_same_seats_the_buyer_has_them),
        SHOP_TEST(whoever_has_bought_the_seats_since_keeps_them_and_it_is_listed),
        SHOP_TEST(the_house_says_once_what_each_till_lacked_and_what_is_back),
        SHOP_TEST(a_journal_that_came_home_since_does_not_hide_what_else_is_missing),
        SHOP_TEST(a_till_that_comes_later_opens_what_was_settled),
        SHOP_TEST(what_was_done_alone_is_told_once_more),
        SHOP_TEST(it_is_kept_for_a_day_and_over_a_restart),
        SHOP_TEST(whoever_works_at_a_till_may_ask),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
