/*
 * The loop of the real program under whatever a line brings: random bytes, sequences that break off
 * in the middle, a stream of resizes down to one cell, ^C, ^Z and fg, ^S and ^Q. It draws a sane
 * screen afterwards, ends as it should, and the house verifies.
 *
 * STEPS (150) says how long it is at it, SEED with what.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/given_back.h"
#include "tests/lib/pty_house.h"

enum { STEPS = 150 };

static uint64_t seed;

static uint32_t roll(uint32_t sides)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % sides;
}

static int64_t wished(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoll(text, NULL, 10) : otherwise;
}

static struct pty *a_basket(void)
{
    struct pty *pty = pty_console((struct pty_start){0});
    pty_idle(pty);
    pty_sign_in(pty, "mark", "2222");
    pty_keys(pty, "1 0 0 Enter g s Enter Enter 2 b");
    assert_true(pty_shows(pty, "BASKET 2 seats"));
    return pty;
}

/* ---- noise -------------------------------------------------------------------------------- */

/* The line itself takes ^C, ^Q and ^S, which are sent apart, and so is ^Z typed by a person. */
static void send_bytes(struct pty *pty)
{
    char bytes[24];
    size_t size = 1 + roll(sizeof bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (char)roll(256);
        if (strchr("\003\021\023\032", bytes[i]))
            bytes[i] = 'x';
    }
    pty_send(pty, bytes, size);
}

static void send_half(struct pty *pty)
{
    static const char *const halves[] = {"\033",       "\033[", "\033O",  "\033[1;",  "\033[<0;10;",
                                         "\033[200~b", "\033]", "\033[[", "\xe2\x96", "\xf0\x9f"};
    const char *half = halves[roll(sizeof halves / sizeof *halves)];
    pty_send(pty, half, strlen(half));
}

static void send_keys(struct pty *pty)
{
    static const char *const keys[] = {"\r", "2b", "p", "c", "\033[B", "\033[C", "g", "s", "m",
                                       "a",  "/",  "?", ":", "n",      "L",      "v", "x", "-"};
    const char *key = keys[roll(sizeof keys / sizeof *keys)];
    pty_send(pty, key, strlen(key));
}

static void resize(struct pty *pty)
{
    int count = 1 + (int)roll(10);
    for (int i = 0; i < count; i++)
        pty_resize_only(pty, 1 + (int)roll(60), 1 + (int)roll(200));
}

/* A paste without brackets: in the middle of it ^Z is noise, or a shell would get the rest. */
static void paste(struct pty *pty)
{
    char bytes[512];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = i % 7 == 3 ? '\032' : 'x';
    bytes[0] = bytes[sizeof bytes - 1] = 'x';
    pty_send(pty, bytes, sizeof bytes);
    pty_idle(pty); /* it is there, and running: a stopped one would draw nothing */
}

/* What waits unread goes with a signal that the line makes, so nothing may. */
static void interrupt(struct pty *pty)
{
    pty_idle(pty);
    pty_send_signal(pty, '\003');
}

static void stop_and_go_on(struct pty *pty)
{
    pty_idle(pty);
    pty_send_signal(pty, '\032');
    pty_wait_stopped(pty);
    pty_go_on(pty);
    pty_idle(pty); /* what comes before the modes are set again, the line edits as a shell's */
}

static void hold_back(struct pty *pty)
{
    pty_send_signal(pty, '\023');
    send_bytes(pty);
    resize(pty);
    pty_send_signal(pty, '\021');
}

static void (*const noises[])(struct pty *pty) = {
    send_bytes, send_half, send_keys, resize, paste, interrupt, stop_and_go_on, hold_back,
};

/* Whatever was begun is left, and one may see again. */
static void come_to_rest(struct pty *pty)
{
    static const char ends[] = "\033\\\033[201~\033";
    pty_send(pty, ends, sizeof ends - 1);
    pty_resize(pty, 24, 80);
    pty_keys(pty, "C-l");
}

static void noise_ends_in_a_sane_screen_and_a_sound_house(void **state)
{
    struct pty *pty = a_basket();
    int64_t steps = wished("STEPS", STEPS);
    seed = (uint64_t)wished("SEED", 1);
    for (int64_t i = 0; i < steps; i++)
        noises[roll(sizeof noises / sizeof *noises)](pty);
    come_to_rest(pty);
    assert_true(pty_shows(pty, "LOCAL "));
    pty_signal(pty, SIGTERM);
    assert_int_equal(pty_wait_end_soon(pty), 0);
    assert_given_back(pty);
    pty_free(&pty);
    pty_shell("\"$LOGE\" audit verify >/dev/null");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(noise_ends_in_a_sane_screen_and_a_sound_house,
                                        pty_house_make, pty_house_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
