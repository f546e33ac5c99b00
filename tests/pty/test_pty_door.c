/* The door on real terminals: a scanner types, and the word is there without colour or graphics. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "tests/lib/pty_house.h"

static struct pty *a_door(const char *term, const char *env, int rows, int columns)
{
    const char *const argv[] = {pty_built("tests/pty/console_fake"), NULL};
    const char *const envs[] = {env, NULL};
    struct pty *pty = pty_console((struct pty_start){
        .argv = argv, .term = term, .env = envs, .rows = rows, .columns = columns});
    pty_idle(pty);
    pty_sign_in(pty, "anna", "1111");
    pty_keys(pty, "g d");
    return pty;
}

static void scan(struct pty *pty, const char *code)
{
    char line[64];
    int size = snprintf(line, sizeof line, "%s\r", code);
    pty_send(pty, line, (size_t)size);
    pty_idle(pty);
}

static bool wrote_byte_over_ascii(struct pty *pty)
{
    size_t size;
    const unsigned char *raw = (const unsigned char *)pty_raw(pty, &size);
    for (size_t i = 0; i < size; i++)
        if (raw[i] >= 0x80)
            return true;
    return false;
}

static void each_scan_changes_the_word(void **state)
{
    struct pty *pty = a_door("xterm-256color", NULL, 24, 80);
    assert_true(pty_shows(pty, "Scan a ticket."));
    scan(pty, "GOOD-TICKET");
    assert_true(pty_shows(pty, "The ticket is good."));
    scan(pty, "A-COPY-OF-ONE");
    assert_true(pty_shows(pty, "The signature is wrong: a forgery."));
    assert_false(pty_shows(pty, "The ticket is good."));
    pty_free(&pty);
}

static void the_shape_tells_without_colour(void **state)
{
    struct pty *pty = a_door("xterm-256color", "NO_COLOR=1", 24, 80);
    scan(pty, "GOOD-TICKET");
    assert_true(pty_shows(pty, "██████"));
    scan(pty, "A-COPY-OF-ONE");
    assert_true(pty_shows(pty, "XXXXXX"));
    assert_false(pty_shows(pty, "██████"));
    pty_free(&pty);
}

static void the_smallest_ascii_terminal_shows_it_all(void **state)
{
    struct pty *pty = a_door("vt100", NULL, 12, 40);
    scan(pty, "A-COPY-OF-ONE");
    assert_true(pty_shows(pty, "XXXX"));
    assert_true(pty_shows(pty, "a forgery."));
    assert_true(pty_shows(pty, "of 80"));
    assert_false(wrote_byte_over_ascii(pty));
    pty_free(&pty);
}

/* However it arrives, in one go or in parts: nothing of it opens the door, or closes the console.
 */
static void a_megabyte_of_garbage_opens_nothing(void **state)
{
    static char piece[16 * 1024];
    struct pty *pty = a_door("xterm-256color", NULL, 24, 80);
    for (size_t i = 0; i < sizeof piece; i++)
        piece[i] = "GOOD-TICKETX7K3QM9\x1d\x01"[i % 20];
    for (int i = 0; i < 64; i++) {
        pty_send(pty, piece, sizeof piece);
        pty_idle(pty);
    }
    scan(pty, "GOOD-TICKE"); /* and half of one */
    assert_false(pty_shows(pty, "The ticket is good."));
    scan(pty, "GOOD-TICKET");
    assert_true(pty_shows(pty, "The ticket is good."));
    pty_free(&pty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_scan_changes_the_word),
        cmocka_unit_test(the_shape_tells_without_colour),
        cmocka_unit_test(a_megabyte_of_garbage_opens_nothing),
        cmocka_unit_test(the_smallest_ascii_terminal_shows_it_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
