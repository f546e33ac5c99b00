/* What people are told of a journal that is on its way to the house. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/arena.h"
#include "src/cmd/till_words.h"

static int set_up(void **state)
{
    *state = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    arena_free((struct arena **)state);
    return 0;
}

static const char *after_since(const char *text)
{
    const char *end = strchr(text, ';');
    return end ? end : "";
}

static void nothing_waits(void **state)
{
    const struct till_standing standing = {.left_ms = 0};
    assert_string_equal(till_pending_text(*state, &standing), "everything is at the house");
}

static void how_long_it_takes_is_told_once_something_was_sent(void **state)
{
    struct till_standing standing = {.pending = 480, .left_ms = -1};
    assert_string_equal(after_since(till_pending_text(*state, &standing)), "");
    standing.left_ms = 11200; /* of an upload before */
    assert_string_equal(after_since(till_pending_text(*state, &standing)), "");
    standing.done = 120;
    assert_string_equal(after_since(till_pending_text(*state, &standing)),
                        "; about 12 seconds left");
    standing.left_ms = 1000;
    assert_string_equal(after_since(till_pending_text(*state, &standing)), "; about 1 second left");
}

/* The name of who has to come, and the command for a supervisor, ready to type. */
static void who_has_to_sign_in_is_named(void **state)
{
    struct till_standing standing = {.trouble = SYNC_STRANGER,
                                     .oldest = {.at = 1, .actor = "anna", .till = "till-2"}};
    assert_non_null(strstr(till_trouble_text(*state, &standing), "Let anna sign in here"));
    assert_non_null(strstr(till_trouble_text(*state, &standing), "`loge till vouch till-2 anna`"));
    assert_string_equal(till_shut_out_text(*state, &standing), "");
    standing.oldest.actor[0] = '\0';
    assert_null(strstr(till_trouble_text(*state, &standing), "vouch"));
    assert_string_not_equal(till_trouble_text(*state, &standing), "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nothing_waits),
        TEST(how_long_it_takes_is_told_once_something_was_sent),
        TEST(who_has_to_sign_in_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
