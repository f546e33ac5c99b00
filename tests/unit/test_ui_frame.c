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
    struct till *till = till_new(24, 80, TIER_ASCII);
    till_sign_in(till, "anna");
    till_keys(till, "Enter Enter"); /* hamlet, its stalls */
    *state = till;
    return 0;
}

static int till_away(void **state)
{
    till_free((struct till **)state);
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

static void a_narrow_row_names_the_day_before_the_till(void **state)
{
    struct till *till = *state;
    till_resize(till, 12, 40);
    assert_true(strstr(till_row(till, 0), "anna  LOCAL 18:41") != NULL);
    assert_true(strstr(till_row(till, 0), "T3") == NULL);
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
        RULE(a_narrow_row_names_the_day_before_the_till),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
