/* A supervisor's release: what is being paid for stays with whoever pays. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tests/lib/till.h"

static char freed[128]; /* the labels that were asked for */

/* Everything that joe holds is being paid for in the web. */
static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    (void)ctx;
    if (cmd->kind == CMD_HOLDS) {
        struct hold *hold = arena_array(evt->arena, 1, sizeof *hold);
        *hold = (struct hold){.id = {{0xfa, [14] = 901 >> 8, [15] = 901 & 0xff}},
                              .status = HOLD_PAYING,
                              .source = SOURCE_WEB,
                              .expires_at = INT64_MAX,
                              .till = "web",
                              .holder = "7F2A"};
        evt->u.holds.at = hold;
        evt->u.holds.count = 1;
        return true;
    }
    if (cmd->kind != CMD_FREE_SEATS)
        return false;
    for (int i = 0; i < cmd->u.seats.count; i++) {
        strncat(freed, cmd->u.seats.labels[i], 40);
        strncat(freed, " ", 2);
    }
    return true;
}

static int a_supervisor(void **state)
{
    struct till *till = till_new(24, 80, TIER_ASCII);
    freed[0] = '\0';
    fake_counter_serve(till->fake, serve, NULL);
    till_sign_in(till, "mark");
    till_keys(till, "Enter g a Enter");
    *state = till;
    return 0;
}

static void a_seat_in_payment_is_listed_and_left_out(void **state)
{
    struct till *till = *state;
    till_keys(till, "5 Right Space 3 Right Space R"); /* A6 is held, A9 blocked */
    till_golden(till, "admin-paying-80x24-ascii");
    assert_true(till_shows(till, "RELEASE 2 seats: 1 possible, 1 not"));
    assert_true(till_shows(till, "IN PAYMENT: not possible"));
    till_keys(till, "3 1 Enter");
    assert_string_equal(freed, "Stalls-A-9 ");
}

static void alone_it_is_refused_at_once(void **state)
{
    struct till *till = *state;
    till_keys(till, "5 Right R");
    assert_string_equal(till_message(till), "Stalls-A-6 stays as it is: IN PAYMENT: not possible.");
    assert_int_equal(fake_counter_count(till->fake, CMD_FREE_SEATS), 0);
}

static void list_and_card_say_so_too(void **state)
{
    struct till *till = *state;
    till_keys(till, "5 Right i");
    assert_true(till_shows(till, "7F2A since 00:00  IN PAYMENT"));
    till_keys(till, "i L");
    assert_true(till_shows(till, "IN PAYMENT"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_seat_in_payment_is_listed_and_left_out, a_supervisor,
                                        till_away),
        cmocka_unit_test_setup_teardown(alone_it_is_refused_at_once, a_supervisor, till_away),
        cmocka_unit_test_setup_teardown(list_and_card_say_so_too, a_supervisor, till_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
