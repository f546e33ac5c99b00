#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/base/breaker.h"

static void report_times(struct breaker *breaker, enum breaker_outcome outcome, int times)
{
    for (int i = 0; i < times; i++)
        breaker_report(breaker, outcome, 0);
}

static struct breaker an_open_breaker(void)
{
    struct breaker breaker = {0};
    report_times(&breaker, BREAKER_FAILED, 5);
    return breaker;
}

static void a_new_breaker_lets_everything_through(void **state)
{
    struct breaker breaker = {0};
    for (int i = 0; i < 100; i++) {
        assert_true(breaker_allows(&breaker, i));
        breaker_report(&breaker, BREAKER_OK, i);
    }
    assert_string_equal(breaker_state_name(breaker.state), "closed");
}

static void five_failures_in_a_row_open_it(void **state)
{
    struct breaker breaker = {0};
    report_times(&breaker, BREAKER_FAILED, 4);
    assert_true(breaker_allows(&breaker, 0));
    report_times(&breaker, BREAKER_FAILED, 1);
    assert_false(breaker_allows(&breaker, 0));
    assert_string_equal(breaker_state_name(breaker.state), "open");
}

static void a_success_ends_the_row_of_failures(void **state)
{
    struct breaker breaker = {0};
    report_times(&breaker, BREAKER_FAILED, 4);
    report_times(&breaker, BREAKER_OK, 1);
    report_times(&breaker, BREAKER_FAILED, 4);
    assert_true(breaker_allows(&breaker, 0));
}

static void half_of_the_last_twenty_open_it(void **state)
{
    struct breaker breaker = {0};
    for (int i = 0; i < 9; i++) {
        report_times(&breaker, BREAKER_SLOW, 1);
        report_times(&breaker, BREAKER_OK, 1);
    }
    report_times(&breaker, BREAKER_OK, 1);
    assert_true(breaker_allows(&breaker, 0));
    report_times(&breaker, BREAKER_FAILED, 1); /* the tenth bad one of twenty */
    assert_false(breaker_allows(&breaker, 0));
}

static void slow_calls_alone_open_it_after_twenty(void **state)
{
    struct breaker breaker = {0};
    report_times(&breaker, BREAKER_SLOW, 19);
    assert_true(breaker_allows(&breaker, 0));
    report_times(&breaker, BREAKER_SLOW, 1);
    assert_false(breaker_allows(&breaker, 0));
}

static void what_is_older_than_twenty_calls_is_forgotten(void **state)
{
    struct breaker breaker = {0};
    for (int i = 0; i < 1000; i++)
        report_times(&breaker, i % 20 < 9 ? BREAKER_SLOW : BREAKER_OK, 1);
    assert_true(breaker_allows(&breaker, 0));
}

static void the_first_probe_goes_after_a_second(void **state)
{
    struct breaker breaker = an_open_breaker();
    assert_false(breaker_allows(&breaker, 999));
    assert_true(breaker_allows(&breaker, 1000));
    assert_string_equal(breaker_state_name(breaker.state), "half open");
}

static void half_open_lets_one_through(void **state)
{
    struct breaker breaker = an_open_breaker();
    assert_true(breaker_allows(&breaker, 1000));
    assert_false(breaker_allows(&breaker, 1000));
    assert_false(breaker_allows(&breaker, 5000));
}

static void waits_double_up_to_thirty_seconds(void **state)
{
    static const int64_t waits[] = {1000, 2000, 4000, 8000, 16000, 30000, 30000};
    struct breaker breaker = an_open_breaker();
    int64_t now = 0;
    for (int i = 0; i < COUNT_OF(waits); i++) {
        assert_false(breaker_allows(&breaker, now + waits[i] - 1));
        now += waits[i];
        assert_true(breaker_allows(&breaker, now));
        breaker_report(&breaker, BREAKER_FAILED, now);
    }
}

static void a_slow_probe_keeps_it_open(void **state)
{
    struct breaker breaker = an_open_breaker();
    assert_true(breaker_allows(&breaker, 1000));
    breaker_report(&breaker, BREAKER_SLOW, 1000);
    assert_false(breaker_allows(&breaker, 1000));
}

static void a_good_probe_closes_it_and_forgets_the_past(void **state)
{
    struct breaker breaker = an_open_breaker();
    assert_true(breaker_allows(&breaker, 1000));
    breaker_report(&breaker, BREAKER_OK, 1000);
    report_times(&breaker, BREAKER_FAILED, 4);
    assert_true(breaker_allows(&breaker, 1000));
    breaker_report(&breaker, BREAKER_FAILED, 2000);
    assert_false(breaker_allows(&breaker, 2999));
    assert_true(breaker_allows(&breaker, 3000)); /* the wait starts again at a second */
}

static void a_late_answer_does_not_move_an_open_breaker(void **state)
{
    struct breaker breaker = an_open_breaker();
    breaker_report(&breaker, BREAKER_OK, 10);
    assert_false(breaker_allows(&breaker, 10));
    breaker_report(&breaker, BREAKER_FAILED, 900);
    assert_true(breaker_allows(&breaker, 1000));
}

static void a_probe_that_never_answers_is_given_up(void **state)
{
    struct breaker breaker = an_open_breaker();
    assert_true(breaker_allows(&breaker, 1000));
    assert_false(breaker_allows(&breaker, 30999));
    assert_true(breaker_allows(&breaker, 31000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_breaker_lets_everything_through),
        cmocka_unit_test(five_failures_in_a_row_open_it),
        cmocka_unit_test(a_success_ends_the_row_of_failures),
        cmocka_unit_test(half_of_the_last_twenty_open_it),
        cmocka_unit_test(slow_calls_alone_open_it_after_twenty),
        cmocka_unit_test(what_is_older_than_twenty_calls_is_forgotten),
        cmocka_unit_test(the_first_probe_goes_after_a_second),
        cmocka_unit_test(half_open_lets_one_through),
        cmocka_unit_test(waits_double_up_to_thirty_seconds),
        cmocka_unit_test(a_slow_probe_keeps_it_open),
        cmocka_unit_test(a_good_probe_closes_it_and_forgets_the_past),
        cmocka_unit_test(a_late_answer_does_not_move_an_open_breaker),
        cmocka_unit_test(a_probe_that_never_answers_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
