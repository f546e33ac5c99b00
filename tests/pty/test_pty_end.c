/* However the console ends, the terminal is given back as it was (test_pty_ends.c: on every type).
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "tests/lib/pty_house.h"

static const char *program(void)
{
    return pty_built("tests/pty/console_fake");
}

static struct pty *start_with(const char *term, const char *option)
{
    const char *const argv[] = {program(), option, NULL};
    const struct pty_start start = {.argv = argv, .term = term, .rows = 24, .columns = 80};
    return pty_new(&start);
}

static struct pty *a_console(void)
{
    struct pty *pty = start_with("xterm-256color", NULL);
    pty_idle(pty);
    return pty;
}

static void assert_modes_are_back(struct pty *pty)
{
    struct termios now = pty_modes(pty), first = pty_first_modes(pty);
    assert_int_equal(now.c_lflag, first.c_lflag);
    assert_int_equal(now.c_iflag, first.c_iflag);
    assert_int_equal(now.c_oflag, first.c_oflag);
    assert_memory_equal(now.c_cc, first.c_cc, sizeof now.c_cc);
}

static bool wrote(struct pty *pty, const char *bytes)
{
    size_t size;
    const char *raw = pty_raw(pty, &size);
    return memmem(raw, size, bytes, strlen(bytes)) != NULL;
}

static void assert_given_back(struct pty *pty)
{
    assert_modes_are_back(pty);
    assert_false(pty_alternate(pty));
    assert_true(pty_cursor_visible(pty));
    assert_true(wrote(pty, "\033[?2004l"));
    assert_true(wrote(pty, "\033[?1l"));
}

static void the_line_is_not_as_it_was_while_it_runs(void **state)
{
    struct pty *pty = a_console();
    assert_int_equal(pty_modes(pty).c_lflag & (ICANON | ECHO), 0);
    assert_true(pty_modes(pty).c_lflag & ISIG);
    assert_true(pty_alternate(pty));
    assert_true(wrote(pty, "\033[?2004h"));
    pty_free(&pty);
}

/* A sanitizer takes the signal after us and ends the program its own way. */
static void a_crash_gives_the_terminal_back(int number)
{
    struct pty *pty = a_console();
    pty_signal(pty, number);
    assert_int_not_equal(pty_wait_end(pty), 0);
    assert_given_back(pty);
    pty_free(&pty);
}

static void bus_gives_the_terminal_back(void **state)
{
    a_crash_gives_the_terminal_back(SIGBUS);
}

static void abort_gives_the_terminal_back(void **state)
{
    a_crash_gives_the_terminal_back(SIGABRT);
}

static void a_quit_signal_gives_the_terminal_back(void **state)
{
    a_crash_gives_the_terminal_back(SIGQUIT);
}

static void interrupt_does_not_end_it(void **state)
{
    struct pty *pty = a_console();
    pty_type(pty, "an");
    pty_send_signal(pty, '\003');
    pty_type(pty, "na");
    assert_true(pty_shows(pty, "anna"));
    pty_free(&pty);
}

static void ctrl_backslash_does_not_end_it(void **state)
{
    struct pty *pty = a_console();
    pty_send(pty, "\034", 1);
    pty_type(pty, "anna");
    assert_true(pty_shows(pty, "anna"));
    pty_free(&pty);
}

static void ctrl_z_stops_and_going_on_draws_again(void **state)
{
    struct pty *pty = a_console();
    pty_type(pty, "anna");
    pty_send_signal(pty, '\032');
    pty_wait_stopped(pty);
    assert_given_back(pty);
    pty_forget(pty);
    pty_go_on(pty);
    pty_idle(pty);
    assert_true(pty_alternate(pty));
    assert_true(pty_shows(pty, "anna"));
    assert_int_equal(pty_modes(pty).c_lflag & (ICANON | ECHO), 0);
    assert_true(wrote(pty, "\033[?2004h"));
    pty_keys(pty, "Enter 1 1 1 1 Enter");
    assert_true(pty_shows(pty, "SHOWS"));
    pty_free(&pty);
}

static void a_kiosk_does_not_stop(void **state)
{
    struct pty *pty = start_with("xterm-256color", "--kiosk");
    pty_idle(pty);
    pty_send(pty, "\032", 1);
    pty_type(pty, "anna");
    assert_true(pty_shows(pty, "anna"));
    pty_free(&pty);
}

/* One sentence, no escape, no wait. */
static void assert_refuses(const char *term, const char *sentence)
{
    struct pty *pty = start_with(term, NULL);
    assert_int_equal(pty_wait_end(pty), 12);
    assert_true(pty_shows(pty, sentence));
    assert_true(wrote(pty, "loge --plain")); /* what to do next */
    assert_false(wrote(pty, "\033"));
    assert_modes_are_back(pty);
    pty_free(&pty);
}

static void a_dumb_terminal_is_refused(void **state)
{
    assert_refuses("dumb", "cannot place its cursor");
}

static void an_unknown_terminal_is_refused(void **state)
{
    assert_refuses("no-such-terminal", "is not known here");
}

static void no_terminal_type_is_refused(void **state)
{
    assert_refuses(NULL, "TERM is not set");
}

static void what_is_no_terminal_is_refused(void **state)
{
    static char command[1200];
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    const struct pty_start start = {.argv = argv, .term = "xterm", .rows = 24, .columns = 80};
    snprintf(command, sizeof command, "exec '%s' </dev/null", program());
    struct pty *pty = pty_new(&start);
    assert_int_equal(pty_wait_end(pty), 12);
    assert_true(pty_shows(pty, "The console needs a terminal, and this is not one."));
    assert_false(wrote(pty, "\033"));
    pty_free(&pty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_is_not_as_it_was_while_it_runs),
        cmocka_unit_test(bus_gives_the_terminal_back),
        cmocka_unit_test(abort_gives_the_terminal_back),
        cmocka_unit_test(a_quit_signal_gives_the_terminal_back),
        cmocka_unit_test(interrupt_does_not_end_it),
        cmocka_unit_test(ctrl_backslash_does_not_end_it),
        cmocka_unit_test(ctrl_z_stops_and_going_on_draws_again),
        cmocka_unit_test(a_kiosk_does_not_stop),
        cmocka_unit_test(a_dumb_terminal_is_refused),
        cmocka_unit_test(an_unknown_terminal_is_refused),
        cmocka_unit_test(no_terminal_type_is_refused),
        cmocka_unit_test(what_is_no_terminal_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
