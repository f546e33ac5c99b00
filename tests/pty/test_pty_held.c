/*
 * Every end of the real program while somebody has seats in the basket, in the map, in a form above
 * it and at the payment: the terminal is as it was, the process is gone soon, its loop did not spin
 * on the way, and the seats are still held for whoever held them.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>

#include "tests/lib/given_back.h"
#include "tests/lib/pty_house.h"
#include "tests/lib/turns.h"

/* A loop that spins makes thousands while a test looks away. */
enum { TURNS_MOST = 60, TURNS_A_KEY = 6, STATUS_CRASHED = -1000, CLICKS = 1000 };

/* ---- where it ends -------------------------------------------------------------------------- */

struct place {
    const char *name, *keys, *shows;
};

static const struct place places[] = {
    {"in the map", "", "BASKET 2 seats"},
    {"in a form", "b", "Find the best seats"},
    {"at the payment", "p c", "Given"},
};

static struct pty *a_console(void)
{
    const char *const argv[] = {pty_built("tests/pty/loge_counted"), NULL};
    const char *const env[] = {turns_env(), NULL};
    pty_house_restore();
    struct pty *pty = pty_console((struct pty_start){.argv = argv, .env = env});
    pty_idle(pty);
    return pty;
}

static struct pty *a_basket_at(const struct place *place)
{
    struct pty *pty = a_console();
    pty_sign_in(pty, "anna", "1111");
    pty_keys(pty, "1 0 0 Enter g s Enter Enter C-o 2 b");
    pty_keys(pty, place->keys);
    if (!pty_shows(pty, place->shows))
        fail_msg("%s is not there: %s", place->shows, pty_text(pty));
    assert_true(private_mode_is_on(pty, CLICKS));
    return pty;
}

static int64_t seats_held(void)
{
    return pty_house_ask("SELECT count(*) FROM claim JOIN hold ON hold.id = claim.hold_id "
                         "WHERE hold.holder = 'anna' AND claim.live = 1");
}

/* ---- endings -------------------------------------------------------------------------------- */

static void quit(struct pty *pty)
{
    pty_send(pty, "\033", 1);
    pty_idle(pty);
    pty_send(pty, "\033", 1);
    pty_idle(pty);
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

static void stop_and_go_on(struct pty *pty)
{
    pty_send_signal(pty, '\032');
    pty_wait_stopped(pty);
    assert_given_back(pty);
    pty_go_on(pty);
    pty_idle(pty);
    assert_true(pty_shows(pty, "BASKET 2 seats"));
    assert_true(private_mode_is_on(pty, CLICKS));
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
    int presses;  /* turns the way there may take: some a key */
    bool no_line; /* there is nothing left to give back */
} endings[] = {
    {"quit", quit, 0, 8, false},
    {"SIGTERM", terminate, 0, 0, false},
    {"SIGHUP", hang_up, 0, 0, false},
    {"SIGSEGV", crash, STATUS_CRASHED, 0, false},
    {"^Z, fg, then quit", stop_and_go_on, 0, 10, false},
    {"closed terminal", close_terminal, 0, 0, true},
};

struct way {
    char name[96];
    const struct place *place;
    const struct ending *ending;
};

static void the_terminal_is_given_back_and_the_seats_stay(void **state)
{
    const struct way *way = *state;
    struct pty *pty = a_basket_at(way->place);
    uint64_t before = turns_made();
    way->ending->end(pty);
    int status = pty_wait_end_soon(pty);
    if (way->ending->status == STATUS_CRASHED)
        assert_int_not_equal(status, 0);
    else
        assert_int_equal(status, way->ending->status);
    assert_int_not_equal(kill(pty_pid(pty), 0), 0);
    assert_true(turns_made() - before <=
                (uint64_t)(TURNS_MOST + TURNS_A_KEY * way->ending->presses));
    if (!way->ending->no_line)
        assert_given_back(pty);
    assert_int_equal(seats_held(), 2);
    pty_free(&pty);
}

enum { PLACES = sizeof places / sizeof *places, ENDINGS = sizeof endings / sizeof *endings };

int main(void)
{
    static struct way ways[ENDINGS * PLACES];
    static struct CMUnitTest tests[ENDINGS * PLACES];
    for (int i = 0; i < ENDINGS * PLACES; i++) {
        ways[i].ending = &endings[i / PLACES];
        ways[i].place = &places[i % PLACES];
        snprintf(ways[i].name, sizeof ways[i].name, "%s %s", ways[i].ending->name,
                 ways[i].place->name);
        tests[i] = (struct CMUnitTest){.name = ways[i].name,
                                       .test_func = the_terminal_is_given_back_and_the_seats_stay,
                                       .initial_state = &ways[i]};
    }
    return cmocka_run_group_tests_name("every end with seats held", tests, pty_house_make,
                                       pty_house_remove);
}
