/* Long work: how far it is stands in the message row, and Esc ends it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/lib/till.h"

enum { MESSAGE_ROW = 22, SECOND = 1000 };

static struct till *till;

static int set_up(void **state)
{
    (void)state;
    till = till_new(24, 80, TIER_ASCII);
    till_sign_in(till, "anna");
    fake_counter_slow(till->fake, true);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    till_free(&till);
    return 0;
}

static void verify_the_log(void)
{
    till_keys(till, ":");
    till_type(till, "audit verify");
    till_keys(till, "Enter");
    till_pass(till, 2 * SECOND);
}

static bool row_has(const char *text)
{
    return strstr(till_row(till, MESSAGE_ROW), text) != NULL;
}

static void work_of_more_than_a_second_shows_a_bar_with_counts(void **state)
{
    verify_the_log();
    fake_counter_work(till->fake, "Checking", 20000, 80000);
    till_hear(till);
    assert_true(row_has("Checking 20000/80000 [#######.......................]"));
    assert_true(row_has("Esc stops it"));
    fake_counter_work(till->fake, "Checking", 80000, 80000);
    till_hear(till);
    assert_true(row_has("80000/80000 [##############################]"));
}

static void work_nobody_can_count_shows_its_seconds(void **state)
{
    verify_the_log();
    assert_true(row_has("Working 2 s"));
    assert_true(row_has("Esc stops it"));
}

static void the_bar_goes_when_the_answer_comes(void **state)
{
    verify_the_log();
    fake_counter_work(till->fake, "Checking", 1, 2);
    fake_counter_let_go(till->fake);
    till_hear(till);
    assert_false(console_waiting(till->console));
    assert_true(row_has("did: audit verify"));
}

static void esc_ends_the_work_and_its_end_is_told(void **state)
{
    verify_the_log();
    till_keys(till, "Esc");
    till_hear(till);
    assert_false(console_waiting(till->console));
    assert_true(row_has("Stopped as asked; nothing was changed."));
    assert_string_equal(console_screen(till->console), "shows");
}

static void ctrl_c_ends_it_as_well(void **state)
{
    verify_the_log();
    till_keys(till, "C-c");
    till_hear(till);
    assert_true(row_has("Stopped as asked; nothing was changed."));
}

/* Money and seats: an act is done or refused, and what the person hears is which. */
static void an_act_is_not_stopped_only_no_longer_waited_for(void **state)
{
    fake_counter_slow(till->fake, false);
    till_keys(till, "Enter");
    fake_counter_slow(till->fake, true);
    till_keys(till, "2 b");
    till_pass(till, 2 * SECOND);
    assert_true(row_has("Esc stops waiting"));
    till_keys(till, "Esc");
    fake_counter_let_go(till->fake);
    till_hear(till);
    assert_int_equal(model_basket_seats(console_model(till->console)), 2);
}

static void a_narrow_row_keeps_the_counts_and_the_way_out(void **state)
{
    verify_the_log();
    till_resize(till, 12, 40);
    fake_counter_work(till->fake, "Checking", 5, 10);
    till_hear(till);
    assert_non_null(strstr(till_row(till, 10), "Checking 5/10"));
    assert_non_null(strstr(till_row(till, 10), "Esc stops it"));
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RULE(work_of_more_than_a_second_shows_a_bar_with_counts),
        RULE(work_nobody_can_count_shows_its_seconds),
        RULE(the_bar_goes_when_the_answer_comes),
        RULE(esc_ends_the_work_and_its_end_is_told),
        RULE(ctrl_c_ends_it_as_well),
        RULE(an_act_is_not_stopped_only_no_longer_waited_for),
        RULE(a_narrow_row_keeps_the_counts_and_the_way_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
