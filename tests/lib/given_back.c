#include "config.h"

#include "tests/lib/given_back.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static void assert_line_is_back(struct pty *pty)
{
    struct termios now = pty_modes(pty), first = pty_first_modes(pty);
    assert_int_equal(now.c_lflag, first.c_lflag);
    assert_int_equal(now.c_iflag, first.c_iflag);
    assert_int_equal(now.c_oflag, first.c_oflag);
    assert_int_equal(now.c_cflag, first.c_cflag);
    assert_memory_equal(now.c_cc, first.c_cc, sizeof now.c_cc);
}

/* "ESC [ ? 1049 ; 25 h" and its like. */
bool private_mode_is_on(struct pty *pty, int mode)
{
    enum { CURSOR_SEEN = 25 };
    size_t size;
    const char *raw = pty_raw(pty, &size);
    bool on = mode == CURSOR_SEEN;
    for (size_t i = 0; i + 3 < size; i++) {
        if (memcmp(raw + i, "\033[?", 3) != 0)
            continue;
        size_t end = i + 3 + strspn(raw + i + 3, "0123456789;");
        for (size_t at = i + 3; at < end; at += strspn(raw + at, "0123456789") + 1)
            if (atoi(raw + at) == mode && (raw[end] == 'h' || raw[end] == 'l'))
                on = raw[end] == 'h';
    }
    return on;
}

static void assert_modes_are_off(struct pty *pty)
{
    static const int off[] = {1, 9, 47, 1000, 1002, 1003, 1004, 1005, 1006, 1047, 1049, 2004, 2026};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++)
        if (private_mode_is_on(pty, off[i]))
            fail_msg("mode %d is still on", off[i]);
    assert_true(private_mode_is_on(pty, 25));
}

static const char *last_of(const char *raw, size_t size, const char *bytes)
{
    const char *found = NULL, *from = raw;
    size_t length = strlen(bytes);
    while ((from = memmem(from, size - (size_t)(from - raw), bytes, length)) != NULL)
        found = from++;
    return found;
}

/* What was switched by the one is switched back by the other afterwards. */
static void assert_undone(struct pty *pty, const char *on, const char *off)
{
    size_t size;
    const char *raw = pty_raw(pty, &size);
    const char *did = last_of(raw, size, on), *undid = last_of(raw, size, off);
    if (did)
        assert_true(undid && undid > did);
}

void assert_given_back(struct pty *pty)
{
    assert_line_is_back(pty);
    assert_modes_are_off(pty);
    assert_undone(pty, "\033=", "\033>"); /* the keypad */
    assert_undone(pty, "\016", "\017");   /* line drawing */
    assert_undone(pty, "\033(0", "\033(B");
    assert_false(pty_alternate(pty));
    assert_true(pty_cursor_visible(pty));
}
