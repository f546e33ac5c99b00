#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/plan_merge.h"
#include "tests/unit/plan_same.h"

static struct arena *arena;
static struct plan_diff diff;
static struct refusal why;
static int32_t next_no;

static int set_up(void **state)
{
    arena = arena_new();
    memset(&diff, 0, sizeof diff);
    memset(&why, 0, sizeof why);
    next_no = 1;
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&arena);
    return 0;
}

static struct plan *a_hall(const char *text)
{
    return a_drawn_hall(arena, text);
}

static struct plan *an_old_hall(const char *text)
{
    struct plan *plan = a_hall(text);
    assert_int_equal(plan_merge(NULL, plan, &next_no, NULL, 0, arena, &diff, &why), VERDICT_OK);
    return plan;
}

static int32_t no_of(const struct plan *plan, const char *label)
{
    return plan->seats[plan_find_seat(plan, label)].no;
}

static void a_new_hall_is_numbered_from_the_start(void **state)
{
    const struct plan *plan = an_old_hall("title T\nA ooo\n");
    for (int i = 0; i < 3; i++)
        assert_int_equal(plan->seats[i].no, i + 1);
    assert_int_equal(next_no, 4);
    assert_int_equal(diff.added, 3);
    assert_int_equal(diff.kept + diff.dropped, 0);
}

static void seats_keep_their_number_wherever_they_are_drawn(void **state)
{
    const struct plan *old = an_old_hall("title T\nA oo\nB oo\n");
    struct plan *fresh = a_hall("title T\nclass P Posh\nB P.P\nA ooo\n");
    assert_int_equal(plan_merge(old, fresh, &next_no, NULL, 0, arena, &diff, &why), VERDICT_OK);
    assert_int_equal(no_of(fresh, "A-1"), 1);
    assert_int_equal(no_of(fresh, "B-2"), 4);
    assert_int_equal(no_of(fresh, "A-3"), 5);
    assert_int_equal(next_no, 6);
    assert_int_equal(diff.kept, 4);
    assert_int_equal(diff.added, 1);
    assert_int_equal(diff.dropped, 0);
}

static void a_number_is_never_used_again(void **state)
{
    const struct plan *old = an_old_hall("title T\nA oo\n");
    struct plan *smaller = a_hall("title T\nA o\n"), *again = a_hall("title T\nA oo\n");
    assert_int_equal(plan_merge(old, smaller, &next_no, NULL, 0, arena, &diff, &why), VERDICT_OK);
    assert_int_equal(diff.dropped, 1);
    assert_int_equal(plan_merge(smaller, again, &next_no, NULL, 0, arena, &diff, &why), VERDICT_OK);
    assert_int_equal(no_of(again, "A-2"), 3);
}

static void a_seat_in_use_is_not_dropped(void **state)
{
    const struct plan *old = an_old_hall("title T\nA ooo\n");
    struct plan *fresh = a_hall("title T\nA o\nB o\n");
    const int32_t in_use[] = {3, 1, 2};
    assert_int_equal(plan_merge(old, fresh, &next_no, in_use, 3, arena, &diff, &why),
                     VERDICT_SEATS_IN_USE);
    assert_non_null(strstr(why.message, "held or sold (2): A-2, A-3. "));
    assert_int_equal(why.seat_count, 2);
    assert_int_equal(why.seats[0], 1);
    assert_int_equal(fresh->seats[0].no, -1); /* nothing was touched */
    assert_int_equal(next_no, 4);
    assert_int_equal(plan_merge(old, fresh, &next_no, in_use + 1, 1, arena, &diff, &why),
                     VERDICT_OK);
}

static void a_long_list_of_lost_seats_is_cut_short(void **state)
{
    struct plan *old = an_old_hall("title T\nsection A rather long name for a section\nA..Z o\n");
    struct plan *fresh = a_hall("title T\nB o\n");
    int32_t in_use[26];
    for (int i = 0; i < 26; i++)
        in_use[i] = i + 1;
    assert_int_equal(plan_merge(old, fresh, &next_no, in_use, 26, arena, &diff, &why),
                     VERDICT_SEATS_IN_USE);
    assert_non_null(strstr(why.message, "(26): "));
    assert_non_null(strstr(why.message, " ...."));
    assert_int_equal(why.seat_count, REFUSAL_SEATS);
    assert_int_equal(plan_merge(old, fresh, &next_no, in_use, 1, arena, &diff, &why),
                     VERDICT_SEATS_IN_USE);
    assert_non_null(strstr(why.message, "held or sold (1): "));
}

static void the_triple_counts_and_not_the_joined_label(void **state)
{
    const struct plan *old = an_old_hall("title T\nsection A\n\"B-1\" o\n");
    struct plan *fresh = a_hall("title T\nsection A-B\n1 o\n");
    assert_int_equal(plan_merge(old, fresh, &next_no, NULL, 0, arena, &diff, &why), VERDICT_OK);
    assert_int_equal(diff.kept, 0);
    assert_int_equal(fresh->seats[0].no, 2);
}

static void numbers_do_not_overflow(void **state)
{
    struct plan *fresh = a_hall("title T\nA ooo\n");
    next_no = INT32_MAX - 2;
    assert_int_equal(plan_merge(NULL, fresh, &next_no, NULL, 0, arena, &diff, &why),
                     VERDICT_NOT_POSSIBLE);
    assert_int_equal(fresh->seats[0].no, -1);
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        T(a_new_hall_is_numbered_from_the_start),
        T(seats_keep_their_number_wherever_they_are_drawn),
        T(a_number_is_never_used_again),
        T(a_seat_in_use_is_not_dropped),
        T(a_long_list_of_lost_seats_is_cut_short),
        T(the_triple_counts_and_not_the_joined_label),
        T(numbers_do_not_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
