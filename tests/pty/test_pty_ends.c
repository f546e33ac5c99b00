/*
 * Every end of the console on every type of terminal: modes, screen, cursor, mouse and whatever
 * else was switched are as before, the process is gone, and its loop made a handful of turns on the
 * way.
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

#include "tests/lib/given_back.h"
#include "tests/lib/pty_house.h"
#include "tests/lib/turns.h"

/* A loop that spins makes thousands while a test looks away. */
enum { TURNS_MOST = 40, STATUS_CRASHED = -1000, CLICKS = 1000 };

static const char *const terms[] = {"xterm-256color", "xterm-direct", "screen-256color",
                                    "tmux-256color",  "linux",        "vt220",
                                    "vt100",          "ansi"};
enum { TERMS = sizeof terms / sizeof *terms };

/* ---- beginning ------------------------------------------------------------------------------ */

static const char *program(void)
{
    return pty_built("tests/pty/console_fake");
}

static bool has_clicks(const char *term)
{
    return strncmp(term, "vt", 2) != 0 && strcmp(term, "ansi") != 0;
}

static struct pty *a_console_on(const char *term)
{
    const char *const argv[] = {program(), "--mouse", NULL};
    const char *const env[] = {turns_env(), NULL};
    struct pty *pty = pty_console((struct pty_start){.argv = argv, .term = term, .env = env});
    pty_idle(pty);
    assert_true(pty_shows(pty, "SIGN IN"));
    assert_int_equal(pty_modes(pty).c_lflag & (ICANON | ECHO), 0);
    assert_int_equal(private_mode_is_on(pty, CLICKS), has_clicks(term));
    return pty;
}

static void assert_as_before(struct pty *pty)
{
    assert_given_back(pty);
    assert_false(pty_shows(pty, "SIGN IN")); /* wiped, where there is no screen of its own */
}

/* ---- endings -------------------------------------------------------------------------------- */

static void quit(struct pty *pty)
{
    pty_sign_in(pty, "anna", "1111");
    pty_keys(pty, ": q u i t");
    pty_send(pty, "\r", 1);
}

static void terminate(struct pty *pty)
{
    pty_signal(pty, SIGTERM);
}

static void hang_up(struct pty *pty)
{
    pty_signal(pty, SIGHUP);
}

static void crash(struct pty *pty)
{
    pty_signal(pty, SIGSEGV);
}

/* From outside it is what ^C is from inside: the wait or the form is left, and nothing ends. */
static void interrupt_and_go_on(struct pty *pty)
{
    uint64_t before = turns_made();
    pty_type(pty, "an");
    pty_signal(pty, SIGINT);
    pty_type(pty, "na");
    assert_true(pty_shows(pty, "anna"));
    assert_true(turns_made() - before < TURNS_MOST);
    assert_true(pty_shows(pty, "SIGN IN"));
    assert_int_equal(pty_modes(pty).c_lflag & (ICANON | ECHO), 0);
    pty_keys(pty, "Backspace Backspace Backspace Backspace");
    quit(pty);
}

static void stop_and_go_on(struct pty *pty)
{
    pty_send_signal(pty, '\032');
    pty_wait_stopped(pty);
    assert_as_before(pty);
    uint64_t before = turns_made();
    pty_go_on(pty);
    pty_idle(pty);
    assert_true(pty_shows(pty, "SIGN IN"));
    assert_int_equal(pty_modes(pty).c_lflag & (ICANON | ECHO), 0);
    pty_type(pty, "x");
    pty_keys(pty, "Backspace");
    assert_true(turns_made() - before < TURNS_MOST);
    quit(pty);
}

static void close_terminal(struct pty *pty)
{
    pty_hang_up(pty);
}

static const struct ending {
    const char *name;
    void (*end)(struct pty *pty);
    int status;   /* STATUS_CRASHED: any that is not 0; a sanitizer has its own */
    int presses;  /* turns the way there may take: about four a key */
    bool no_line; /* there is nothing left to give back */
} endings[] = {
    {"quit", quit, 0, 14, false},
    {"SIGTERM", terminate, 10, 0, false},
    {"SIGHUP", hang_up, 11, 0, false},
    {"SIGINT from outside, then quit", interrupt_and_go_on, 0, 22, false},
    {"SIGSEGV", crash, STATUS_CRASHED, 0, false},
    {"^Z, fg, then quit", stop_and_go_on, 0, 18, false},
    {"closed terminal", close_terminal, 11, 0, true},
};
enum { ENDINGS = sizeof endings / sizeof *endings };

struct way {
    char name[96];
    const char *term;
    const struct ending *ending;
};

static void gives_the_terminal_back(void **state)
{
    const struct way *way = *state;
    struct pty *pty = a_console_on(way->term);
    uint64_t before = turns_made();
    way->ending->end(pty);
    int status = pty_wait_end_soon(pty); /* waited for: there is no such process any more */
    if (way->ending->status == STATUS_CRASHED)
        assert_int_not_equal(status, 0);
    else
        assert_int_equal(status, way->ending->status);
    assert_int_not_equal(kill(pty_pid(pty), 0), 0);
    assert_true(turns_made() - before <= (uint64_t)(TURNS_MOST + 6 * way->ending->presses));
    if (!way->ending->no_line)
        assert_as_before(pty);
    pty_free(&pty);
}

int main(void)
{
    static struct way ways[ENDINGS * TERMS];
    static struct CMUnitTest tests[ENDINGS * TERMS];
    for (int i = 0; i < ENDINGS * TERMS; i++) {
        ways[i].ending = &endings[i / TERMS];
        ways[i].term = terms[i % TERMS];
        snprintf(ways[i].name, sizeof ways[i].name, "%s on %s", ways[i].ending->name, ways[i].term);
        tests[i] = (struct CMUnitTest){
            .name = ways[i].name, .test_func = gives_the_terminal_back, .initial_state = &ways[i]};
    }
    return cmocka_run_group_tests_name("every end on every terminal", tests, NULL, NULL);
}
