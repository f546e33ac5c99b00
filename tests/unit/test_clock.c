#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/base/clock.h"

struct reading {
    const char *text;
    int64_t ms;
};

static void moments_are_read(void **state)
{
    static const struct reading readings[] = {
        {"1970-01-01T00:00Z", 0},
        {"2026-11-20T19:30Z", INT64_C(1795203000000)},
        {"2026-11-20T19:30:00Z", INT64_C(1795203000000)},
        {"2026-11-20T19:30:15Z", INT64_C(1795203015000)},
        {"2026-11-20T19:30:15.5Z", INT64_C(1795203015500)},
        {"2026-11-20T19:30:15.123456Z", INT64_C(1795203015123)},
        {"2026-11-20T20:30+01:00", INT64_C(1795203000000)},
        {"2026-11-20T14:00:00-05:30", INT64_C(1795203000000)},
        {"2024-02-29T00:00Z", INT64_C(1709164800000)},
        {"2000-02-29T00:00Z", INT64_C(951782400000)},
        {"9999-12-31T23:59:59.999Z", INT64_C(253402300799999)},
    };
    for (int i = 0; i < COUNT_OF(readings); i++) {
        int64_t ms = -1;
        assert_true(time_parse(readings[i].text, &ms));
        assert_int_equal(ms, readings[i].ms);
    }
}

static void what_is_no_moment_is_refused(void **state)
{
    static const char *const wrong[] = {
        "",
        "tomorrow",
        "2026-13-01T00:00Z",
        "2026-00-01T00:00Z",
        "2026-02-30T00:00Z",
        "2026-02-29T00:00Z",
        "2100-02-29T00:00Z",
        "2026-04-31T00:00Z",
        "2026-01-00T00:00Z",
        "0000-01-01T00:00Z",
        "1969-12-31T23:59Z",
        "10000-01-01T00:00Z",
        "2026-11-20",
        "2026-11-20T19:30",
        "2026-11-20 19:30Z",
        "2026-11-20T24:00Z",
        "2026-11-20T19:60Z",
        "2026-11-20T19:30:60Z",
        "2026-11-20T19:30:15.Z",
        "2026-11-20T19:30Z ",
        "2026-11-20T19:30ZZ",
        " 2026-11-20T19:30Z",
        "2026-11-20T19:30+1:00",
        "2026-11-20T19:30+15:00",
        "2026-11-20T19:30+01:60",
        "2026-11-20T19:30+0100",
        "2026-1-20T19:30Z",
        "+026-11-20T19:30Z",
        "1970-01-01T00:00+01:00",
        "9999-12-31T23:59-01:00",
    };
    int64_t ms = 42;
    for (int i = 0; i < COUNT_OF(wrong); i++)
        assert_false(time_parse(wrong[i], &ms));
    assert_int_equal(ms, 42);
}

static void milliseconds_are_written_only_when_there_are_some(void **state)
{
    char text[TIME_TEXT];
    assert_string_equal(time_text(0, text), "1970-01-01T00:00:00Z");
    assert_string_equal(time_text(INT64_C(1795203000000), text), "2026-11-20T19:30:00Z");
    assert_string_equal(time_text(INT64_C(1795203000007), text), "2026-11-20T19:30:00.007Z");
    assert_string_equal(time_text(INT64_C(253402300799999), text), "9999-12-31T23:59:59.999Z");
}

static void moments_out_of_range_are_shown_as_the_nearest_one(void **state)
{
    char text[TIME_TEXT];
    assert_string_equal(time_text(-1, text), "1970-01-01T00:00:00Z");
    assert_string_equal(time_text(INT64_MAX, text), "9999-12-31T23:59:59.999Z");
}

static void every_day_of_four_centuries_survives_the_round_trip(void **state)
{
    const int64_t day = INT64_C(86400000);
    for (int64_t ms = day / 2; ms < 400 * 366 * day; ms += day) {
        char text[TIME_TEXT];
        int64_t back = -1;
        assert_true(time_parse(time_text(ms, text), &back));
        assert_int_equal(back, ms);
    }
}

static void a_fake_clock_moves_only_when_paused_or_told(void **state)
{
    struct fake_clock fake = {.wall = 1000, .mono = 5};
    struct clock clock = clock_fake(&fake);
    assert_int_equal(clock_wall(&clock), 1000);
    assert_int_equal(clock_wall(&clock), 1000);
    clock.pause_ms(clock.ctx, 40);
    assert_int_equal(clock_wall(&clock), 1040);
    assert_int_equal(clock_mono(&clock), 45);
    fake.wall -= 500;
    assert_int_equal(clock_wall(&clock), 540);
    assert_int_equal(clock_mono(&clock), 45);
}

static void the_system_clock_runs_in_this_century(void **state)
{
    struct clock clock = clock_system();
    int64_t earliest = 0, mono = clock_mono(&clock);
    assert_true(time_parse("2020-01-01T00:00Z", &earliest));
    assert_true(clock_wall(&clock) > earliest);
    clock.pause_ms(clock.ctx, 1);
    assert_true(clock_mono(&clock) > mono);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_are_read),
        cmocka_unit_test(what_is_no_moment_is_refused),
        cmocka_unit_test(milliseconds_are_written_only_when_there_are_some),
        cmocka_unit_test(moments_out_of_range_are_shown_as_the_nearest_one),
        cmocka_unit_test(every_day_of_four_centuries_survives_the_round_trip),
        cmocka_unit_test(a_fake_clock_moves_only_when_paused_or_told),
        cmocka_unit_test(the_system_clock_runs_in_this_century),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
