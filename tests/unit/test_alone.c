/* What a till may do while the house is out of reach. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/alone.h"

static struct arena *arena;
static struct changeset *cs;
static struct refusal why;

static int set_up(void **state)
{
    arena = arena_new();
    cs = changeset_new(arena);
    cs->actor = (struct actor){.name = "anna", .till = "till-1", .role = ROLE_CLERK};
    why = (struct refusal){0};
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&arena);
    return 0;
}

static enum verdict may(enum act act)
{
    cs->act = act;
    return alone_may(cs, &why);
}

static struct sale *sale_of(const char *till, uint32_t version)
{
    struct sale *sale = LIST_ADD(arena, &cs->sales);
    snprintf(sale->code, sizeof sale->code, "B-7K3QM9");
    snprintf(sale->till, sizeof sale->till, "%s", till);
    sale->version = version;
    return sale;
}

static void the_counter_goes_on(void **state)
{
    static const enum act acts[] = {ACT_HOLD,        ACT_EXTEND,   ACT_SELL,       ACT_RELEASE,
                                    ACT_EXPIRE,      ACT_REFUND,   ACT_EXCHANGE,   ACT_PAY,
                                    ACT_REPRINT,     ACT_COLLECT,  ACT_SHIFT_OPEN, ACT_SHIFT_MOVE,
                                    ACT_SHIFT_CLOSE, ACT_CUSTOMER, ACT_TRANSFER};
    for (int i = 0; i < COUNT_OF(acts); i++)
        assert_int_equal(may(acts[i]), VERDICT_OK);
}

static void the_door_goes_on(void **state)
{
    assert_int_equal(may(ACT_ADMIT), VERDICT_OK);
    assert_int_equal(may(ACT_LEAVE), VERDICT_OK);
    assert_int_equal(may(ACT_TURN_AWAY), VERDICT_OK);
}

static void what_one_place_decides_waits_for_the_house(void **state)
{
    static const enum act acts[] = {ACT_OVERRIDE, ACT_BLOCK,       ACT_UNBLOCK,  ACT_SHOW_ADD,
                                    ACT_STAFF,    ACT_PLAN_IMPORT, ACT_VOUCHER,  ACT_WAIT_SERVE,
                                    ACT_KEY,      ACT_SHOW_STATUS, ACT_WAIT_JOIN};
    for (int i = 0; i < COUNT_OF(acts); i++)
        assert_int_equal(may(acts[i]), VERDICT_UNAVAILABLE);
    assert_non_null(strstr(why.message, "when this till is online"));
}

static void a_sale_of_this_till_can_be_refunded(void **state)
{
    sale_of("till-1", 3);
    assert_int_equal(may(ACT_REFUND), VERDICT_OK);
}

static void a_sale_of_another_till_cannot(void **state)
{
    sale_of("till-2", 3);
    assert_int_equal(may(ACT_REFUND), VERDICT_UNAVAILABLE);
    assert_non_null(strstr(why.message, "B-7K3QM9"));
    assert_non_null(strstr(why.message, "till-2"));
    assert_int_equal(may(ACT_REPRINT), VERDICT_UNAVAILABLE);
}

static void a_new_sale_is_this_tills_own(void **state)
{
    sale_of("till-1", 0);
    assert_int_equal(may(ACT_SELL), VERDICT_OK);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(the_counter_goes_on),
        RULE(the_door_goes_on),
        RULE(what_one_place_decides_waits_for_the_house),
        RULE(a_sale_of_this_till_can_be_refunded),
        RULE(a_sale_of_another_till_cannot),
        RULE(a_new_sale_is_this_tills_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
