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
    const char *first = seat_names_keep(&names, "12", "");
    assert_string_equal(first, "12");
    assert_ptr_equal(seat_names_keep(&names, "12", ""), first);
}

static void a_guid_stands_behind_its_own_number(void **state)
{
    struct seat_names names = {.arena = arena};
    struct plan_seat plain = {.number = seat_names_keep(&names, "7", "")};
    struct plan_seat named = {.number = seat_names_keep(&names, "7", "g-7")};
    struct plan_seat other = {.number = seat_names_keep(&names, "7", "g-8")};
    assert_string_equal(plan_seat_guid(&plain), "");
    assert_string_equal(plan_seat_guid(&named), "g-7");
    assert_string_equal(plan_seat_guid(&other), "g-8");
    assert_string_equal(named.number, "7");
}

static void more_numbers_than_are_remembered_stay_right(void **state)
{
    enum { MANY = 4 * SEAT_NAMES_RECENT };
    struct seat_names names = {.arena = arena};
    struct plan_seat seats[MANY];
    char number[NUMBER_TEXT];
    for (int i = 0; i < MANY; i++) {
        snprintf(number, sizeof number, "%d", i);
        seats[i].number = seat_names_keep(&names, number, "");
    }
    for (int i = 0; i < MANY; i++) {
        snprintf(number, sizeof number, "%d", i);
        assert_string_equal(seats[i].number, number);
        assert_string_equal(plan_seat_guid(&seats[i]), "");
    }
}

static void a_copy_outlives_what_it_was_copied_from(void **state)
{
    struct arena *theirs = arena_new();
    struct seat_names from = {.arena = theirs}, to = {.arena = arena};
    struct plan_seat seats[] = {{.number = seat_names_keep(&from, "1", "")},
                                {.number = seat_names_keep(&from, "2", "guid")},
                                {.number = PLAN_NO_NUMBER}};
    seat_names_copy(&to, seats, COUNT_OF(seats));
    arena_free(&theirs);
    assert_string_equal(seats[0].number, "1");
    assert_string_equal(seats[1].number, "2");
    assert_string_equal(plan_seat_guid(&seats[1]), "guid");
    assert_string_equal(seats[2].number, "");
    assert_string_equal(plan_seat_guid(&seats[2]), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(seats_numbered_alike_share_one_text, make_arena,
                                        drop_arena),
        cmocka_unit_test_setup_teardown(a_guid_stands_behind_its_own_number, make_arena,
                                        drop_arena),
        cmocka_unit_test_setup_teardown(more_numbers_than_are_remembered_stay_right, make_arena,
                                        drop_arena),
        cmocka_unit_test_setup_teardown(a_copy_outlives_what_it_was_copied_from, make_arena,
                                        drop_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
