#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <time.h>

#include "src/base/clock.h"
#include "src/domain/when.h"

static int64_t at(const char *text)
{
    int64_t ms;
    assert_true(time_parse(text, &ms));
    return ms;
}

static void a_moment_is_told_at_the_house(void **state)
{
    char out[WHEN_TEXT];
    assert_string_equal(when_text(at("2026-11-20T18:30Z"), 60, NULL, out),
                        "Fri 20 Nov 2026, 19:30");
    assert_string_equal(when_text(at("2026-12-31T23:30Z"), 60, NULL, out), "Fri 1 Jan 2027, 00:30");
    assert_string_equal(when_text(at("2028-03-01T03:00Z"), -5 * 60, NULL, out),
                        "Tue 29 Feb 2028, 22:00");
    assert_string_equal(when_text(0, 60, NULL, out), "-");
}

static const char *in_german(const char *text)
{
    return text[0] == '%' ? "%1$s, %2$d. %3$s %4$d um %5$02d.%6$02d" : text;
}

static void another_language_may_put_it_in_another_order(void **state)
{
    char out[WHEN_TEXT];
    assert_string_equal(when_text(at("2026-11-20T18:05Z"), 0, in_german, out),
                        "Fri, 20. Nov 2026 um 18.05");
}

/* The C library counts days the same, for 400 years and every weekday. */
static void every_day_is_the_calendars(void **state)
{
    for (int64_t day = 0; day < 146097; day += 13) {
        int64_t ms = (day * 86400 + day % 86400) * 1000;
        time_t seconds = (time_t)(ms / 1000);
        struct tm wanted;
        struct when got = when_at(ms, 0);
        assert_non_null(gmtime_r(&seconds, &wanted));
        assert_int_equal(got.year, wanted.tm_year + 1900);
        assert_int_equal(got.month, wanted.tm_mon + 1);
        assert_int_equal(got.day, wanted.tm_mday);
        assert_int_equal(got.weekday, (wanted.tm_wday + 6) % 7);
        assert_int_equal(got.hour, wanted.tm_hour);
        assert_int_equal(got.minute, wanted.tm_min);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_moment_is_told_at_the_house),
        cmocka_unit_test(another_language_may_put_it_in_another_order),
        cmocka_unit_test(every_day_is_the_calendars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
