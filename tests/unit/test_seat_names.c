/* The texts of seats: kept once, and the guid found behind the number. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "src/domain/seat_names.h"

static struct arena *arena;

static int make_arena(void **state)
{
    arena = arena_new();
    return 0;
}

static int drop_arena(void **state)
{
    arena_free(&arena);
    return 0;
}

static void seats_numbered_alike_share_one_text(void **state)
{
    struct seat_names names = {.arena = arena};
    uint32_t first = seat_names_keep(&names, "12", "");
    assert_string_equal(seat_names_text(&names) + first, "12");
    assert_int_equal(seat_names_keep(&names, "12", ""), first);
}

static void a_guid_stands_behind_its_own_number(void **state)
{
    struct seat_names names = {.arena = arena};
    struct plan_seat plain = {.name = seat_names_keep(&names, "7", "")};
    struct plan_seat named = {.name = seat_names_keep(&names, "7", "g-7")};
    struct plan_seat other = {.name = seat_names_keep(&names, "7", "g-8")};
    const struct plan plan = {.names = seat_names_text(&names)};
    assert_string_equal(plan_seat_guid(&plan, &plain), "");
    assert_string_equal(plan_seat_guid(&plan, &named), "g-7");
    assert_string_equal(plan_seat_guid(&plan, &other), "g-8");
    assert_string_equal(plan_seat_number(&plan, &named), "7");
}

static void a_seat_that_was_given_no_name_has_none(void **state)
{
    const struct plan_seat seat = {.no = -1};
    struct seat_names names = {.arena = arena};
    struct plan plan = {.names = seat_names_text(&names)};
    assert_string_equal(plan_seat_number(&plan, &seat), "");
    assert_true(seat_names_keep(&names, "", "") != 0);
    plan.names = seat_names_text(&names);
    assert_string_equal(plan_seat_number(&plan, &seat), "");
    assert_string_equal(plan_seat_guid(&plan, &seat), "");
}

static void more_numbers_than_are_remembered_stay_right(void **state)
{
    enum { MANY = 4 * SEAT_NAMES_RECENT };
    struct seat_names names = {.arena = arena};
    struct plan_seat seats[MANY];
    char number[NUMBER_TEXT];
    for (int i = 0; i < MANY; i++) {
        snprintf(number, sizeof number, "%d", i);
        seats[i].name = seat_names_keep(&names, number, "");
    }
    const struct plan plan = {.names = seat_names_text(&names)};
    for (int i = 0; i < MANY; i++) {
        snprintf(number, sizeof number, "%d", i);
        assert_string_equal(plan_seat_number(&plan, &seats[i]), number);
        assert_string_equal(plan_seat_guid(&plan, &seats[i]), "");
    }
}

static void a_copy_outlives_what_it_was_copied_from(void **state)
{
    struct arena *theirs = arena_new();
    struct seat_names from = {.arena = theirs}, to = {.arena = arena};
    struct plan_seat seats[] = {{.name = seat_names_keep(&from, "1", "")},
                                {.name = seat_names_keep(&from, "2", "guid")},
                                {.name = 0}};
    struct plan plan = {.names = seat_names_text(&from)};
    for (int i = 0; i < COUNT_OF(seats); i++)
        seats[i].name = seat_names_copy(&to, &plan, &seats[i]);
    plan.names = seat_names_text(&to);
    arena_free(&theirs);
    assert_string_equal(plan_seat_number(&plan, &seats[0]), "1");
    assert_string_equal(plan_seat_number(&plan, &seats[1]), "2");
    assert_string_equal(plan_seat_guid(&plan, &seats[1]), "guid");
    assert_string_equal(plan_seat_number(&plan, &seats[2]), "");
    assert_string_equal(plan_seat_guid(&plan, &seats[2]), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(seats_numbered_alike_share_one_text, make_arena,
                                        drop_arena),
        cmocka_unit_test_setup_teardown(a_guid_stands_behind_its_own_number, make_arena,
                                        drop_arena),
        cmocka_unit_test_setup_teardown(a_seat_that_was_given_no_name_has_none, make_arena,
                                        drop_arena),
        cmocka_unit_test_setup_teardown(more_numbers_than_are_remembered_stay_right, make_arena,
                                        drop_arena),
        cmocka_unit_test_setup_teardown(a_copy_outlives_what_it_was_copied_from, make_arena,
                                        drop_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
