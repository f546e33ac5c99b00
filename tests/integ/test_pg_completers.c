/* Two completers at once in one house: each payment is brought to its end by one of them. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "src/engine/checkout.h"
#include "tests/lib/pg_tills.h"
#include "tests/lib/purse.h"

enum { PAIRS = 8, ROUNDS = 20, AT_ONCE = 2 };

struct completer {
    struct fake_clock time;
    struct desk desk;
    struct arena *arena;
    struct checkout checkout;
    pthread_t thread;
    enum rc rc;
    int done;
};

static const struct actor web = {.name = "web", .till = "serve", .role = ROLE_SERVICE};

static void *complete(void *ctx)
{
    struct completer *completer = ctx;
    for (int i = 0; i < ROUNDS && !completer->rc; i++) {
        const struct act_meta meta = {.arena = completer->arena, .actor = web};
        int64_t next;
        int done = 0;
        completer->rc = checkout_complete(&completer->checkout, &meta, AT_ONCE, &done, &next, NULL);
        completer->done += done;
    }
    return NULL;
}

static void open_completer(struct completer *completer, struct pg_shop *shop,
                           const struct pay_port *provider)
{
    struct err err;
    completer->time = shop->house.time;
    completer->desk = shop->house.desk;
    completer->desk.clock = clock_fake(&completer->time);
    completer->desk.ids = (struct uuid_source){.rng = rng_system()};
    completer->arena = arena_new();
    if (pg_house_open(shop->database, &completer->desk.clock, &completer->desk.store, &err))
        fail_msg("%s", err.text);
    assert_true(checkout_init(&completer->checkout, &completer->desk, provider));
}

static struct uuid hold_pair(struct pg_shop *shop, int n)
{
    char first[SEAT_TEXT], second[SEAT_TEXT];
    const char *labels[] = {first, second};
    const struct act_meta meta = {.arena = shop->house.arena, .actor = web};
    const struct desk_hold wish = {
        .show = HOUSE_SHOW, .labels = labels, .count = 2, .channel = CHANNEL_WEB};
    snprintf(first, sizeof first, "Stalls-%c-%d", 'A' + n / 4, n % 4 * 2 + 1);
    snprintf(second, sizeof second, "Stalls-%c-%d", 'A' + n / 4, n % 4 * 2 + 2);
    desk_hold_new(&shop->house.desk, &meta, &wish, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    return shop->house.out.hold->id;
}

/* Paid for at the provider, and nobody has looked yet. */
static struct uuid pay_for_pair(struct pg_shop *shop, struct checkout *checkout,
                                struct purse *purse, int n)
{
    const struct uuid hold = hold_pair(shop, n);
    const struct act_meta meta = {.arena = shop->house.arena, .actor = web};
    const struct checkout_wish wish = {.holds = &hold, .hold_count = 1};
    struct intent intent;
    enum message_heard heard;
    checkout_start(checkout, &meta, &wish, &intent, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    purse_pay(purse, &intent.id);
    const struct pay_message message = {.id = intent.id, .there = THERE_AUTHORISED};
    assert_int_equal(checkout_hear(checkout, &meta, &message, &heard, NULL), RC_OK);
    return intent.id;
}

static void close_completers(struct completer completers[2])
{
    for (int i = 0; i < 2; i++) {
        store_close(&completers[i].desk.store);
        arena_free(&completers[i].arena);
    }
}

/* Whatever had to wait for the other (a lock) is done when its time has come. */
static void finish(struct pg_shop *shop, struct completer *completer)
{
    for (int i = 0; i < 5; i++) {
        pg_shop_pass(shop, 60000);
        completer->time = shop->house.time;
        complete(completer);
        assert_int_equal(completer->rc, RC_OK);
    }
}

static void two_at_once_complete_each_payment_once(void **state)
{
    struct pg_shop *shop = *state;
    struct completer completers[2] = {0};
    struct purse purse;
    struct uuid ids[PAIRS];
    purse_init(&purse);
    for (int i = 0; i < 2; i++)
        open_completer(&completers[i], shop, &purse.port);
    for (int i = 0; i < PAIRS; i++)
        ids[i] = pay_for_pair(shop, &completers[0].checkout, &purse, i);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&completers[i].thread, NULL, complete, &completers[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(completers[i].thread, NULL);
    finish(shop, &completers[0]);
    for (int i = 0; i < PAIRS; i++)
        assert_int_equal(purse_look(&purse, &ids[i]).there, THERE_CAPTURED);
    assert_int_equal(purse_money(&purse), PAIRS * 2 * (4200 + 200));
    close_completers(completers);
}

static void let_the_other_look(void *ctx)
{
    complete(ctx);
}

static void while_one_is_at_it_nobody_else_takes_it(void **state)
{
    struct pg_shop *shop = *state;
    struct completer completers[2] = {0};
    struct purse purse;
    purse_init(&purse);
    for (int i = 0; i < 2; i++)
        open_completer(&completers[i], shop, &purse.port);
    const struct uuid id = pay_for_pair(shop, &completers[0].checkout, &purse, 0);
    completers[0].checkout.pause = let_the_other_look;
    completers[0].checkout.pause_ctx = &completers[1];
    complete(&completers[0]);
    assert_int_equal(completers[0].done, 1);
    assert_int_equal(completers[1].done, 0);
    assert_int_equal(purse_look(&purse, &id).there, THERE_CAPTURED);
    close_completers(completers);
}

#define IN_HOUSE(test) cmocka_unit_test_setup_teardown(test, pg_shop_setup, pg_shop_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_HOUSE(two_at_once_complete_each_payment_once),
        IN_HOUSE(while_one_is_at_it_nobody_else_takes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
