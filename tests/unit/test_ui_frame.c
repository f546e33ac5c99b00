/* What stands around a screen: row 1, the menu behind g, the last row, and too small a terminal. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tests/lib/till.h"

static int a_map(void **state)
{
    *state = till_at_map(NULL, NULL);
    return 0;
}

static void the_menu_offers_what_the_role_may_open(void **state)
{
    struct till *till = *state;
    till_keys(till, "g");
    till_pass(till, 400);
    assert_true(till_shows(till, "o  Orders"));
    assert_false(till_shows(till, "Supervisor's map"));
    assert_false(till_shows(till, "Audit log"));
    till_keys(till, "Esc :");
    till_type(till, "sign-out");
    till_keys(till, "Enter");
    till_sign_in(till, "mark");
    till_keys(till, "g");
    till_pass(till, 400);
    assert_true(till_shows(till, "Supervisor's map"));
}

static void the_whole_menu_is_on_a_small_screen(void **state)
{
    struct till *till = *state;
    till_resize(till, 12, 40);
    till_keys(till, "g");
    till_pass(till, 400);
    assert_true(till_shows(till, "s  Shows "));
    assert_true(till_shows(till, "k  Lock this"));
}

static void the_last_row_says_what_keys_do_in_a_question(void **state)
{
    struct till *till = *state;
    till_keys(till, "/");
    assert_string_equal(till_row(till, 23), "Enter = go on   Esc = leave it");
    till_keys(till, "Esc :");
    assert_string_equal(till_row(till, 23), "Enter = do it   Tab = complete   "
                                            "Up = the one before   Esc = no command");
    till_resize(till, 12, 40);
    assert_string_equal(till_row(till, 11), "Enter = do it   Esc = no command");
}

static void the_command_line_offers_what_the_role_may_open(void **state)
{
    struct till *till = *state;
    till_keys(till, ":");
    till_type(till, "adm");
    till_keys(till, "Tab");
    assert_string_equal(till_row(till, 22), ":adm");
}

static void where_no_key_works_none_is_offered(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b");
    till_resize(till, 8, 30);
    assert_string_equal(till_row(till, 7), "");
    assert_true(strstr(till_row(till, 0), "LOCAL 18:41") != NULL);
    till_resize(till, 2, 60);
    assert_string_equal(till_row(till, 0), "needs 40x12");
    assert_true(strstr(till_row(till, 1), "HOLD 15:00") != NULL);
    till_resize(till, 1, 20);
    assert_string_equal(till_row(till, 0), "needs 40x12");
}

/* Of two rows. */
static void say_a_long_error(struct till *till)
{
    till_keys(till, "2 b p %");
    till_type(till, "something that nobody would ever take for a discount at all");
    till_keys(till, "Enter");
}

static void an_error_too_long_for_its_row_goes_on_in_that_of_the_keys(void **state)
{
    struct till *till = *state;
    say_a_long_error(till);
    assert_string_equal(till_row(till, 22),
                        "\"something that nobody would ever take for a discount "
                        "at all\" is no discount.");
    assert_string_equal(till_row(till, 23), "Type 10%, 5.00 or 5.00/each.");
    till_keys(till, "Down");
    assert_string_equal(till_row(till, 22), "");
    assert_true(strstr(till_row(till, 23), "? help") != NULL);
}

static void the_log_tells_the_rest_of_what_its_row_cannot_hold(void **state)
{
    struct till *till = *state;
    say_a_long_error(till);
    till_keys(till, "g e");
    assert_true(till_shows(till, "is no ..."));
    assert_true(till_shows(till, "Type 10%, 5.00 or 5.00/each."));
}

static void a_narrow_row_names_the_day_before_the_till(void **state)
{
    struct till *till = *state;
    till_resize(till, 12, 40);
    assert_true(strstr(till_row(till, 0), "anna  LOCAL 18:41") != NULL);
    assert_true(strstr(till_row(till, 0), "T3") == NULL);
}

static void the_time_that_is_left_is_whole_on_the_narrowest_terminal(void **state)
{
    struct till *till = *state;
    till_resize(till, 12, 40);
    for (int seats = 0; seats < 5; seats++) {
        till_keys(till, "5 b");
        assert_true(strstr(till_row(till, 9), "HOLD 15:00") != NULL);
    }
    assert_int_equal(strncmp(till_row(till, 9), "BASKET 25 seats ", 16), 0);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, a_map, till_away)
    const struct CMUnitTest tests[] = {
        RULE(the_menu_offers_what_the_role_may_open),
        RULE(the_whole_menu_is_on_a_small_screen),
        RULE(the_last_row_says_what_keys_do_in_a_question),
        RULE(the_command_line_offers_what_the_role_may_open),
        RULE(where_no_key_works_none_is_offered),
        RULE(an_error_too_long_for_its_row_goes_on_in_that_of_the_keys),
        RULE(the_log_tells_the_rest_of_what_its_row_cannot_hold),
        RULE(a_narrow_row_names_the_day_before_the_till),
        RULE(the_time_that_is_left_is_whole_on_the_narrowest_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
