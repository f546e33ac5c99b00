#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/attr.h"
#include "src/domain/plan_straighten.h"

enum { ROOM = 32 };

static struct arena *arena;
static struct plan_seat seats[ROOM];
static struct plan_row rows[4];
static struct plan_section sections[2];
static struct plan plan;

static int set_up(void **state)
{
    arena = arena_new();
    memset(seats, 0, sizeof seats);
    memset(rows, 0, sizeof rows);
    plan = (struct plan){.seats = seats, .rows = rows, .sections = sections, .section_count = 2};
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&arena);
    return 0;
}

/* Adds a seat and names it by the order in which it was added. */
static void seat_at(int row, float x, float y)
{
    struct plan_seat *seat = &seats[plan.seat_count];
    seat->row = row;
    seat->x = x;
    seat->y = y;
    seat->no = plan.seat_count++;
    plan.row_count = row + 1;
}

static void stands(const int *order, const int *numbers, const int *cells, int count)
{
    for (int i = 0; i < count; i++) {
        assert_int_equal(seats[i].no, numbers[i]);
        assert_int_equal(order[i], numbers[i]);
        assert_int_equal(seats[i].cell, cells[i]);
    }
}

static void seats_are_ordered_from_left_to_right_with_gaps_where_they_are_wide(void **state)
{
    const float x[] = {75, 50, 25, 0, 150};
    for (int i = 0; i < 5; i++)
        seat_at(0, x[i], 0);
    stands(plan_straighten(&plan, arena), (int[]){3, 2, 1, 0, 4}, (int[]){0, 1, 2, 3, 6}, 5);
}

static void an_upright_row_is_ordered_from_top_to_bottom(void **state)
{
    const float y[] = {40, 0, 20};
    for (int i = 0; i < 3; i++)
        seat_at(0, i, y[i]);
    stands(plan_straighten(&plan, arena), (int[]){1, 2, 0}, (int[]){0, 1, 2}, 3);
}

static void a_row_that_bends_back_is_walked_as_it_was_written(void **state)
{
    for (int i = 0; i < 12; i++) { /* most of a circle: left and right ends are near in x */
        float angle = (float)i * 0.45f;
        seat_at(0, 100 * sinf(angle), -100 * cosf(angle));
    }
    const int *order = plan_straighten(&plan, arena);
    for (int i = 0; i < 12; i++) {
        assert_int_equal(order[i], i);
        assert_int_equal(seats[i].cell, i);
    }
}

static void a_short_row_measures_by_its_section(void **state)
{
    for (int i = 0; i < 6; i++)
        seat_at(0, (float)i * 20, 0);
    seat_at(1, 40, 30);
    seat_at(1, 100, 30); /* three seats away, whatever the row alone suggests */
    plan_straighten(&plan, arena);
    assert_int_equal(seats[6].cell, 2);
    assert_int_equal(seats[7].cell, 5);
}

static void each_section_has_its_own_measure(void **state)
{
    rows[1].section = 1;
    for (int i = 0; i < 3; i++)
        seat_at(0, (float)i * 20, 0);
    for (int i = 0; i < 3; i++)
        seat_at(1, 500 + (float)i * 50, 0);
    plan_straighten(&plan, arena);
    for (int i = 0; i < 6; i++)
        assert_int_equal(seats[i].cell, i % 3);
    assert_true(plan_seat_distance(&plan, arena) == 20);
}

static void far_away_seats_stay_on_the_page(void **state)
{
    for (int i = 0; i < 5; i++)
        seat_at(0, (float)i, 0);
    seat_at(0, 1e6f, 0);
    seat_at(1, 9e5f, 0);
    plan_straighten(&plan, arena);
    assert_int_equal(seats[5].cell, 24);
    assert_int_equal(seats[6].cell, 400);
}

static void seats_on_one_spot_stand_side_by_side(void **state)
{
    seat_at(0, 5, 5);
    seat_at(0, 5, 5);
    plan_straighten(&plan, arena);
    assert_int_equal(seats[1].cell, 1);
    assert_true(plan_seat_distance(&plan, arena) == 0);
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        T(seats_are_ordered_from_left_to_right_with_gaps_where_they_are_wide),
        T(an_upright_row_is_ordered_from_top_to_bottom),
        T(a_row_that_bends_back_is_walked_as_it_was_written),
        T(a_short_row_measures_by_its_section),
        T(each_section_has_its_own_measure),
        T(far_away_seats_stay_on_the_page),
        T(seats_on_one_spot_stand_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
