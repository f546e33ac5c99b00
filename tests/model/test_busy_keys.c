/*
 * Anything at all happens to a console on a real house (tests/lib/busy.h): it must not fall over,
 * and what has to hold always holds.
 *
 * STEPS (3000) says how long, SEED what happens. `make check-servers` and `make torture` go on for
 * longer; CI runs it under the sanitizers.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/busy.h"

enum { STEPS = 3000, STEPS_A_HOUSE = 3000, STEPS_TO_FIND = 8000 };

static int64_t wished(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoll(text, NULL, 10) : otherwise;
}

static void go_on(struct busy *busy, int steps, struct busy_sums *sums)
{
    for (int i = 0; i < steps; i++) {
        const char *fault = busy_step(busy);
        if (fault)
            fail_msg("at step %d: %s", i, fault);
    }
    busy_verify(busy);
    struct busy_sums more = busy_sums(busy);
    sums->grave += more.grave;
    sums->sold += more.sold;
    sums->baskets += more.baskets;
    sums->meddled += more.meddled;
    sums->restarts += more.restarts;
}

static void whatever_happens_the_rules_hold(void **state)
{
    int64_t steps = wished("STEPS", STEPS), seed = wished("SEED", 1), house = 0;
    struct busy_sums sums = {0};
    for (int64_t left = steps; left > 0; left -= STEPS_A_HOUSE, house++) {
        struct busy *busy = busy_new((struct hand){.seed = (uint64_t)(seed * 1000 + house)});
        go_on(busy, (int)(left < STEPS_A_HOUSE ? left : STEPS_A_HOUSE), &sums);
        busy_free(&busy);
    }
    print_message("# %" PRId64
                  " things happened: %d grave acts, each confirmed on the screen, %d of "
                  "them sales; %d baskets as in the house, %d acts of others, %d consoles; "
                  "seed %" PRId64 "\n",
                  steps, sums.grave, sums.sold, sums.baskets, sums.meddled, sums.restarts, seed);
    assert_true(sums.grave > 0 && sums.sold > 0 && sums.baskets > 0);
}

/* ---- that this could fail ------------------------------------------------------------------ */

static void assert_found(enum busy_defect defect, const char *words)
{
    struct busy *busy = busy_new((struct hand){.seed = 7});
    const char *fault = NULL;
    busy_break(busy, defect);
    for (int i = 0; i < STEPS_TO_FIND && !fault; i++)
        fault = busy_step(busy);
    assert_non_null(fault);
    if (!strstr(fault, words))
        fail_msg("another fault was found: %s", fault);
    busy_free(&busy);
}

static void a_sale_nobody_asked_for_is_found(void **state)
{
    assert_found(BUSY_SELLS_UNASKED, "command");
}

static void a_confirmation_nobody_could_read_is_found(void **state)
{
    assert_found(BUSY_SELLS_UNSEEN, "what was confirmed did not stand on the screen");
}

static void a_basket_that_is_behind_is_found(void **state)
{
    assert_found(BUSY_HEARS_NO_NEWS, "in the basket");
}

static void a_hold_that_grows_is_found(void **state)
{
    assert_found(BUSY_HOLD_GROWS, "a hold was prolonged by itself");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_happens_the_rules_hold),
        cmocka_unit_test(a_sale_nobody_asked_for_is_found),
        cmocka_unit_test(a_confirmation_nobody_could_read_is_found),
        cmocka_unit_test(a_basket_that_is_behind_is_found),
        cmocka_unit_test(a_hold_that_grows_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
