/* W3C trace ids. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/arena.h"
#include "src/base/trace.h"

#define TRACE "4bf92f3577b34da6a3ce929d0e0e4736"

static void a_trace_is_taken_from_whoever_began_it(void **state)
{
    char trace[TRACE_TEXT];
    (void)state;
    assert_true(trace_parse("00-" TRACE "-00f067aa0ba902b7-01", trace));
    assert_string_equal(trace, TRACE);
    assert_true(trace_parse("01-" TRACE "-00f067aa0ba902b7-01-more", trace));
}

static void what_is_malformed_is_none(void **state)
{
    static const char *const wrong[] = {
        NULL,
        "",
        "00-" TRACE "-00f067aa0ba902b7",
        "00-" TRACE "-00f067aa0ba902b7-01-more",
        "ff-" TRACE "-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-" TRACE "-0000000000000000-01",
        "00-" TRACE "x00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-000f067aa0ba902b7-01",
    };
    char trace[TRACE_TEXT];
    (void)state;
    for (int i = 0; i < COUNT_OF(wrong); i++)
        if (trace_parse(wrong[i], trace))
            fail_msg("\"%s\" was taken", wrong[i]);
}

static void a_new_one_is_one_and_another_is_another(void **state)
{
    uint64_t seed = 7;
    struct rng rng = rng_seeded(&seed);
    char first[TRACE_TEXT], second[TRACE_TEXT];
    (void)state;
    trace_make(&rng, first);
    trace_make(&rng, second);
    assert_int_equal(strspn(first, "0123456789abcdef"), TRACE_TEXT - 1);
    assert_string_not_equal(first, second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trace_is_taken_from_whoever_began_it),
        cmocka_unit_test(what_is_malformed_is_none),
        cmocka_unit_test(a_new_one_is_one_and_another_is_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
