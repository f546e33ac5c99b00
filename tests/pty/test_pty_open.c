/*
 * The sign-in is drawn while the house is being opened: a house that can be opened serves who signs
 * in, and of one that cannot be, the program says why once the terminal is as it was.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <string.h>

#include "tests/lib/pty_house.h"

enum { UNREACHABLE = 5 };

static struct pty *open_console(void)
{
    return pty_console((struct pty_start){0});
}

static void who_signs_in_at_once_is_served(void **state)
{
    struct pty *pty = open_console();
    pty_wait_for(pty, "SIGN IN");
    pty_send(pty, "anna\r1111\r", 10);
    pty_wait_for(pty, "Count the money");
    pty_free(&pty);
}

/* Wherever it stands, and with nobody left to tell. */
static void a_terminal_that_vanishes_ends_the_program(void **state)
{
    static const struct {
        const char *keys, *shows;
    } steps[] = {{"", "SIGN IN"}, {"ruth\r", "PIN"}, {"3333\r", "Hamlet"}, {"\r", "STATE"}};
    enum { STEPS = sizeof steps / sizeof *steps };
    for (size_t last = 0; last < STEPS; last++) {
        struct pty *pty = open_console();
        for (size_t i = 0; i <= last; i++) {
            pty_send(pty, steps[i].keys, strlen(steps[i].keys));
            pty_wait_for(pty, steps[i].shows);
        }
        pty_hang_up(pty);
        assert_int_equal(pty_wait_end(pty), 0);
        assert_int_not_equal(kill(pty_pid(pty), 0), 0);
        pty_free(&pty);
    }
}

static void assert_refuses(const char *why)
{
    struct pty *pty = open_console();
    assert_int_equal(pty_wait_end(pty), UNREACHABLE);
    assert_true(pty_shows(pty, why));
    assert_false(pty_shows(pty, "SIGN IN"));
    assert_false(pty_alternate(pty));
    assert_true(pty_cursor_visible(pty));
    assert_int_equal(pty_modes(pty).c_lflag, pty_first_modes(pty).c_lflag);
    pty_free(&pty);
}

static void a_damaged_house_is_refused_with_the_terminal_as_it_was(void **state)
{
    pty_shell("printf 'This is no house.' >\"$LOGE_DIR/house.db\"");
    assert_refuses("loge: ");
}

static void no_house_is_refused_before_anything_is_drawn(void **state)
{
    pty_shell("rm \"$LOGE_DIR/house.db\"");
    assert_refuses("There is no house in");
}

#define IN_A_HOUSE(test) cmocka_unit_test_setup_teardown(test, pty_house_make, pty_house_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_HOUSE(who_signs_in_at_once_is_served),
        IN_A_HOUSE(a_terminal_that_vanishes_ends_the_program),
        IN_A_HOUSE(a_damaged_house_is_refused_with_the_terminal_as_it_was),
        IN_A_HOUSE(no_house_is_refused_before_anything_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
