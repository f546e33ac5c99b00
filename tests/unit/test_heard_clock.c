/* What time a till that is alone goes by, while its machine's clock is set and after a restart. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/domain/heard_clock.h"

static const int64_t minute = 60 * 1000, hour = 60 * 60 * 1000, day = INT64_C(24) * 60 * 60 * 1000;
static const int64_t noon = INT64_C(1790000000000); /* by the house */

static struct till_clock reading(uint8_t boot, int64_t mono, int64_t wall)
{
    return (struct till_clock){{{boot}}, mono, wall};
}

/* At noon a till was told so, whose clock was wrong by so much. */
static struct heard_clock told(int64_t skew)
{
    const struct till_clock then = reading(1, hour, noon + skew);
    struct heard_clock heard = {.house = 0};
    heard_clock_note(&heard, &then, noon);
    return heard;
}

static void a_till_that_was_never_told_goes_by_its_own_clock(void **state)
{
    const struct heard_clock heard = {.house = 0};
    const struct till_clock now = reading(1, 5, noon);
    assert_int_equal(heard_clock_now(&heard, &now, 0), noon);
    assert_int_equal(heard_clock_doubt(&heard, &now, 0), 0);
}

static void durations_count_and_no_wall_clock(void **state)
{
    static const int64_t sets[] = {0, 26 * 3600000, -26 * 3600000, 25 * 60000};
    const struct heard_clock heard = told(7 * hour);
    for (int i = 0; i < COUNT_OF(sets); i++) {
        const struct till_clock now = reading(1, 2 * hour, noon + sets[i]);
        assert_int_equal(heard_clock_now(&heard, &now, 0), noon + hour);
        assert_int_equal(heard_clock_doubt(&heard, &now, 0), 0);
        assert_int_equal(heard_clock_skew(&heard, &now, 0), sets[i] - hour);
    }
}

/* An answer that took its time must not put the clock back, one that says another time must. */
static void the_answer_that_was_least_late_counts(void **state)
{
    struct heard_clock heard = told(0);
    const struct till_clock now = reading(1, hour + 10000, noon + 10000);
    heard_clock_note(&heard, &now, noon + 9000);
    assert_int_equal(heard_clock_now(&heard, &now, 0), noon + 10000);
    heard_clock_note(&heard, &now, noon + 10100);
    assert_int_equal(heard_clock_now(&heard, &now, 0), noon + 10100);
    heard_clock_note(&heard, &now, noon - hour);
    assert_int_equal(heard_clock_now(&heard, &now, 0), noon - hour);
}

static void after_a_restart_a_clock_stays_as_wrong_as_it_was(void **state)
{
    struct heard_clock heard = told(-hour);
    const struct till_clock now = reading(2, minute, noon + 10 * minute - hour);
    assert_true(heard_clock_resume(&heard, &now, 0));
    assert_int_equal(heard_clock_now(&heard, &now, 0), noon + 10 * minute);
    assert_int_equal(heard_clock_doubt(&heard, &now, 0), hour);        /* a person has to look */
    const struct till_clock then = reading(2, 2 * minute, noon + day); /* set since: durations */
    assert_int_equal(heard_clock_now(&heard, &then, 0), noon + 11 * minute);
}

static void or_it_was_put_right_before(void **state)
{
    struct heard_clock slow = told(-26 * 365 * day), fast = told(12 * hour);
    const struct till_clock now = reading(2, minute, noon + 10 * minute);
    assert_true(heard_clock_resume(&slow, &now, 0));
    assert_int_equal(heard_clock_now(&slow, &now, 0), noon + 10 * minute);
    assert_true(heard_clock_doubt(&slow, &now, 0) > day);
    assert_true(heard_clock_resume(&fast, &now, 0));
    assert_int_equal(heard_clock_now(&fast, &now, 0), noon + 10 * minute);
    struct heard_clock right = told(0);
    assert_true(heard_clock_resume(&right, &now, 0));
    assert_int_equal(heard_clock_doubt(&right, &now, 0), 0);
}

/* It starts in the year 2000 and has no house to ask, until somebody sets it. */
static void time_never_goes_back_to_before_what_was_known(void **state)
{
    struct heard_clock heard = told(0);
    const struct till_clock lost = reading(2, minute, noon - 9000 * day);
    assert_false(heard_clock_resume(&heard, &lost, noon + hour));
    assert_int_equal(heard_clock_now(&heard, &lost, noon + hour), noon + hour + minute);
    assert_true(heard_clock_doubt(&heard, &lost, noon + hour) > 8000 * day);
    const struct till_clock set = reading(2, 2 * minute, noon + 2 * hour);
    assert_int_equal(heard_clock_now(&heard, &set, noon + hour), noon + 2 * hour);
}

static void a_clock_that_was_set_is_noted(void **state)
{
    struct heard_clock heard = told(12 * hour);
    const struct till_clock same = reading(1, 2 * hour, noon + 13 * hour),
                            set = reading(1, 2 * hour, noon + hour);
    assert_false(heard_clock_resume(&heard, &same, 0));
    assert_true(heard_clock_resume(&heard, &set, 0));
    const struct till_clock then = reading(2, minute, noon + 2 * hour); /* and restarted */
    assert_int_equal(heard_clock_now(&heard, &then, 0), noon + 2 * hour);
    assert_int_equal(heard_clock_doubt(&heard, &then, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_till_that_was_never_told_goes_by_its_own_clock),
        cmocka_unit_test(durations_count_and_no_wall_clock),
        cmocka_unit_test(the_answer_that_was_least_late_counts),
        cmocka_unit_test(after_a_restart_a_clock_stays_as_wrong_as_it_was),
        cmocka_unit_test(or_it_was_put_right_before),
        cmocka_unit_test(time_never_goes_back_to_before_what_was_known),
        cmocka_unit_test(a_clock_that_was_set_is_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
