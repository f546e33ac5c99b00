/* A till's line to a house that goes on from another past than the one it was asked about last. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sync/till_line.h"
#include "tests/lib/sync_pair.h"

enum { KEPT = 3 };

struct shop {
    struct upstream base; /* first */
    struct upstream *upstream;
    struct pair *pair;
    struct till_line *line;
    char past[UPSTREAM_PAST];     /* the house's */
    char compared[UPSTREAM_PAST]; /* about which it was asked */
    int asked, lost;              /* acts */
    bool mute;                    /* the house does not say which it knows */
};

static struct shop *shop_of(struct upstream *upstream)
{
    return (struct shop *)(void *)upstream;
}

/* ---- the house ------------------------------------------------------------------------------ */

static enum rc look(struct upstream *upstream, struct err *err)
{
    (void)upstream, (void)err;
    return RC_OK;
}

static enum rc say_to(struct upstream *upstream, struct arena *arena, const struct sync_message *in,
                      struct sync_message *out, struct err *err)
{
    (void)arena, (void)err;
    *out = pair_ask(shop_of(upstream)->pair, in);
    return RC_OK;
}

static void past(struct upstream *upstream, char out[UPSTREAM_PAST])
{
    snprintf(out, UPSTREAM_PAST, "%s", shop_of(upstream)->past);
}

/* Of those it is asked for it has lost the first. */
static enum rc unknown(struct upstream *upstream, struct arena *arena, const struct act_keys *keys,
                       struct act_keys *out, struct err *err)
{
    struct shop *shop = shop_of(upstream);
    (void)arena;
    if (shop->mute)
        return err_set(err, RC_TRANSIENT, "", "The house is not there.");
    shop->asked += keys->count;
    *out = (struct act_keys){.at = keys->at, .count = 1};
    return RC_OK;
}

static const struct upstream_ops ops = {
    .look = look, .say = say_to, .past = past, .unknown = unknown};

/* ---- the till ------------------------------------------------------------------------------- */

static enum rc kept(void *ctx, const char *of_past, struct arena *arena, struct act_keys *keys,
                    bool *ask, struct err *err)
{
    const struct shop *shop = ctx;
    (void)err;
    *keys = (struct act_keys){.at = arena_array(arena, KEPT, sizeof *keys->at), .count = KEPT};
    *ask = strcmp(of_past, shop->compared) != 0;
    return RC_OK;
}

static enum rc replay(void *ctx, const char *of_past, const struct act_keys *lost, struct err *err)
{
    struct shop *shop = ctx;
    (void)err;
    snprintf(shop->compared, sizeof shop->compared, "%s", of_past);
    shop->lost += lost->count;
    return RC_OK;
}

static int64_t wall(void *ctx)
{
    const struct shop *shop = ctx;
    return shop->pair->world.now;
}

static int set_up(void **state)
{
    struct shop *shop = x_alloc(sizeof *shop);
    shop->base.ops = &ops;
    shop->upstream = &shop->base;
    shop->pair = pair_new();
    const struct till_line_spec spec = {.core = &shop->pair->till,
                                        .clock = {.wall_ms = wall, .mono_ms = wall, .ctx = shop},
                                        .pace = till_line_pace,
                                        .kept = kept,
                                        .replay = replay,
                                        .ctx = shop};
    shop->line = till_line_new(&spec);
    *state = shop;
    return 0;
}

static int tear_down(void **state)
{
    struct shop *shop = *state;
    till_line_free(&shop->line);
    pair_free(&shop->pair);
    free(shop);
    return 0;
}

/* Twenty seconds, in which whatever is asked is answered. */
static struct till_standing after_a_while(struct shop *shop)
{
    struct till_standing standing;
    for (int ms = 0; ms < 20000; ms += 100) {
        struct uplink_ask ask;
        till_line_tick(shop->line);
        while (till_line_next(shop->line, &ask)) {
            struct uplink_answer answer = {0};
            uplink_do(&shop->upstream, &ask, &answer);
            till_line_hear(shop->line, &answer);
        }
        shop->pair->world.now += 100;
    }
    till_line_standing(shop->line, &standing);
    return standing;
}

/* ---- rules ---------------------------------------------------------------------------------- */

static void a_house_that_does_not_say_its_past_is_not_asked(void **state)
{
    struct shop *shop = *state;
    assert_int_equal(after_a_while(shop).mode, MODE_ONLINE);
    assert_int_equal(shop->asked, 0);
}

static void a_house_with_another_past_is_asked_once_what_it_knows(void **state)
{
    struct shop *shop = *state;
    strcpy(shop->past, "4711 1");
    assert_int_equal(after_a_while(shop).mode, MODE_ONLINE);
    assert_int_equal(shop->asked, KEPT);
    assert_int_equal(shop->lost, 1);
    strcpy(shop->past, "4711 2");
    (void)after_a_while(shop);
    assert_int_equal(shop->asked, 2 * KEPT);
}

static void a_till_is_not_home_before_the_house_has_answered(void **state)
{
    struct shop *shop = *state;
    strcpy(shop->past, "4711 1");
    shop->mute = true;
    const struct till_standing before = after_a_while(shop);
    assert_int_equal(before.mode, MODE_OFFLINE);
    assert_false(before.compared);
    shop->mute = false;
    const struct till_standing after = after_a_while(shop);
    assert_int_equal(after.mode, MODE_ONLINE);
    assert_true(after.compared);
    assert_int_equal(shop->lost, 1);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(a_house_that_does_not_say_its_past_is_not_asked),
        RULE(a_house_with_another_past_is_asked_once_what_it_knows),
        RULE(a_till_is_not_home_before_the_house_has_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
