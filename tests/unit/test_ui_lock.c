/* Locking: nothing is reached until the same person is back. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/lib/till.h"

static struct till *till;

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    (void)ctx;
    if (cmd->kind != CMD_SIGN_ACT)
        return false;
    const char *name = cmd->u.person.badge
                           ? strcmp(cmd->u.person.badge, "0048213377") == 0 ? "mark" : "anna"
                           : cmd->u.person.name;
    if (!cmd->u.person.badge && strcmp(cmd->u.person.pin, "1111") != 0)
        evt->outcome.verdict = VERDICT_NOT_ALLOWED;
    strcpy(evt->u.actor.name, name);
    return true;
}

static int set_up(void **state)
{
    (void)state;
    till = till_new(24, 80, TIER_ASCII);
    fake_counter_serve(till->fake, serve, NULL);
    till_sign_in(till, "anna");
    till_keys(till, "Enter 2 b");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    till_free(&till);
    return 0;
}

static const char *screen(void)
{
    return console_screen(till->console);
}

static void g_k_locks_and_the_hold_is_still_seen(void **state)
{
    till_keys(till, "g k");
    till_golden(till, "lock-80x24-ascii");
}

static void it_locks_however_many_screens_are_open(void **state)
{
    till_keys(till, "g k Esc y");
    till_sign_in(till, "ruth");
    till_keys(till, "g s Enter g o g w g t g l g r g u g d g y g h g p g e");
    assert_string_equal(screen(), "messages"); /* nobody was kept from a screen without a word */
    till_keys(till, "? g k");
    assert_string_equal(screen(), "lock");
}

static void the_pin_of_the_same_person_goes_back(void **state)
{
    till_keys(till, "g k 1 1 1 1 Enter");
    assert_string_equal(screen(), "map");
    assert_true(till_shows(till, "BASKET 2 seats"));
}

static void a_wrong_pin_stays_locked(void **state)
{
    till_keys(till, "g k 9 9 9 9 Enter");
    assert_string_equal(screen(), "lock");
    till_keys(till, "1 1 1 1 Enter");
    assert_string_equal(screen(), "map");
}

static void anothers_badge_does_not_unlock(void **state)
{
    till_keys(till, "g k");
    till_scan(till, "0048213377");
    assert_string_equal(screen(), "lock");
    assert_string_equal(till_message(till), "Only anna can unlock this; Esc signs anna out.");
    till_scan(till, "0011111111");
    assert_string_equal(screen(), "map");
}

static void no_key_leads_past_the_lock(void **state)
{
    static const char *const ways[] = {"F1",  "C-c", "C-e", "g m", ": q Enter", "q",
                                       "? g", "Tab", "C-l", "-",   "Backspace", "Esc Enter"};
    till_keys(till, "g k");
    for (int i = 0; i < COUNT_OF(ways); i++) {
        till_keys(till, ways[i]);
        if (strcmp(screen(), "lock") != 0 || console_done(till->console))
            fail_msg("%s leads to %s", ways[i], screen());
        till_keys(till, "Esc Esc");
    }
}

static void esc_signs_out_after_a_question(void **state)
{
    till_keys(till, "g k Esc");
    assert_true(till_shows(till, "2 seats stay held until their time is over."));
    till_keys(till, "y");
    assert_string_equal(screen(), "sign-in");
}

static void nothing_opens_behind_the_lock_while_an_answer_is_due(void **state)
{
    fake_counter_slow(till->fake, true);
    till_keys(till, "2 b g k");
    assert_string_equal(screen(), "map");
    assert_non_null(strstr(till_message(till), "lock when it has come"));
}

static void a_console_nobody_touches_locks_itself(void **state)
{
    const struct console_options options = {.port = fake_counter_port(till->fake),
                                            .clock = clock_fake(&till->clock),
                                            .lock_after_ms = 60000,
                                            .rng = rng_system()};
    console_free(&till->console);
    till->console = console_new(&options);
    till_pass(till, 120000);
    assert_string_equal(screen(), "sign-in");
    till_sign_in(till, "anna");
    till_pass(till, 59000);
    till_keys(till, "Down");
    till_pass(till, 59000);
    assert_string_not_equal(screen(), "lock");
    till_pass(till, 1000);
    assert_string_equal(screen(), "lock");
}

#define RULE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(g_k_locks_and_the_hold_is_still_seen),
        RULE(it_locks_however_many_screens_are_open),
        RULE(the_pin_of_the_same_person_goes_back),
        RULE(a_wrong_pin_stays_locked),
        RULE(anothers_badge_does_not_unlock),
        RULE(no_key_leads_past_the_lock),
        RULE(esc_signs_out_after_a_question),
        RULE(nothing_opens_behind_the_lock_while_an_answer_is_due),
        RULE(a_console_nobody_touches_locks_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
