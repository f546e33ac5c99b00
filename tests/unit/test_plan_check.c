#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "src/domain/plan_check.h"
#include "tests/lib/name_seat.h"
#include "tests/unit/plan_same.h"
#include "tests/unit/plan_tray.h"

static struct plan *a_hall(const char *text)
{
    memset(&faults, 0, sizeof faults);
    struct plan *plan = plan_text_parse(text, strlen(text), arena, &faults);
    print_faults(&faults);
    assert_non_null(plan);
    return plan;
}

static struct plan *two_rows(void)
{
    return a_hall("title T\nclass S Stalls\nclass C Circle\nsection Stalls\nA SS:SS\nB SSSS\n");
}

/* ---- finishing ---------------------------------------------------------------------------- */

static void finishing_fills_what_follows_from_the_rest(void **state)
{
    struct plan *plan = two_rows();
    memset(plan->sections[0].name + 10, 0, 1);
    plan->sections[0].row_count = plan->rows[1].first = 77;
    plan_finish(plan);
    assert_int_equal(plan->sections[0].row_count, 2);
    assert_int_equal(plan->sections[0].seat_count, 8);
    assert_int_equal(plan->rows[1].first, 4);
    assert_true(plan->sections[0].x == (0 + 1 + 3 + 4 + 0 + 1 + 2 + 3) / 8.0f);
    assert_true(plan->sections[0].y == 1);
    assert_true(plan->width == 4 && plan->height == 2);
}

static void sections_and_rows_without_seats_keep_their_place_in_the_order(void **state)
{
    struct plan *plan = two_rows();
    struct plan_section sections[3] = {{.name = ""}, plan->sections[0], {.name = ""}};
    struct plan_row rows[4] = {
        plan->rows[0], {.section = 1, .label = "x"}, plan->rows[1], {.section = 2}};
    rows[0].section = rows[2].section = 1;
    for (int i = 4; i < 8; i++)
        plan->seats[i].row = 2;
    plan->sections = sections;
    plan->section_count = 3;
    plan->rows = rows;
    plan->row_count = 4;
    plan_finish(plan);
    assert_int_equal(sections[0].row_count, 0);
    assert_int_equal(sections[1].first_row, 0);
    assert_int_equal(sections[1].row_count, 3);
    assert_int_equal(rows[1].first, 4);
    assert_int_equal(rows[1].count, 0);
    assert_int_equal(sections[2].first_row, 3);
    assert_int_equal(sections[2].first_seat, 8);
    assert_true(plan_check(plan, arena, &faults)); /* two nameless sections, but none with seats */
}

static void where_nothing_tells_aisles_from_walls_a_jump_is_an_aisle(void **state)
{
    struct plan *plan = a_hall("title T\nA ooo|o\nB oo\n");
    plan_mark_aisles(plan);
    const int flags[] = {0, 0, SEAT_AISLE, SEAT_AISLE, 0, 0};
    for (int i = 0; i < 6; i++)
        assert_int_equal(plan->seats[i].flags, flags[i]);
}

/* ---- checking ----------------------------------------------------------------------------- */

static void complains(const struct plan *plan, const char *sentence)
{
    memset(&faults, 0, sizeof faults);
    assert_false(plan_check(plan, arena, &faults));
    if (!strstr(faults.at[0].text, sentence)) {
        print_faults(&faults);
        fail_msg("expected %s", sentence);
    }
}

static void a_sound_plan_passes(void **state)
{
    assert_true(plan_check(two_rows(), arena, &faults));
    assert_int_equal(faults.count, 0);
}

static void unsound_plans_are_refused_in_words(void **state)
{
    struct plan *plan = two_rows();
    name_seat(plan, 5, "1", "", arena);
    complains(plan, "a seat Stalls-B-1 already, on line 6");
    plan->rows[1].line = 0;
    complains(plan, "two seats Stalls-B-1");
    name_seat(plan, 5, "\x1b", "", arena);
    complains(plan, "seat number \"?\" holds a control");
    name_seat(plan, 5, "2 ", "", arena);
    complains(plan, "begins or ends with a space");
    plan = two_rows();
    plan->seats[0].class_no = 2;
    complains(plan, "Stalls-A-1 has no price class");
    plan = two_rows();
    plan->seats[0].x = NAN;
    complains(plan, "too far away");
    plan = two_rows();
    plan->seats[1].cell = 0;
    complains(plan, "does not stand right");
    plan = two_rows();
    plan->class_count = 0;
    complains(plan, "no price classes");
    plan->class_count = 65;
    complains(plan, "65 price classes");
    plan = two_rows();
    strcpy(plan->classes[0].colour, "blue");
    complains(plan, "colour \"blue\"");
    plan = two_rows();
    plan->seat_count = 0;
    complains(plan, "no seats");
    plan->seat_count = PLAN_SEATS_MAX + 1;
    complains(plan, "200001 seats");
}

static void names_are_checked_everywhere(void **state)
{
    struct plan *plan = two_rows();
    strcpy(plan->name, "\xe2\x80\xae");
    complains(plan, "title");
    plan = two_rows();
    strcpy(plan->rows[0].label, " A");
    complains(plan, "row");
    plan = two_rows();
    strcpy(plan->sections[0].name, "\xff");
    complains(plan, "section");
    plan = a_hall("title T\nsection X\nA o\nsection Y\nB o\n");
    strcpy(plan->sections[1].name, "X");
    complains(plan, "two sections named \"X\"");
    plan = a_hall("title T\n\"\" o\n");
    name_seat(plan, 0, "", "", arena);
    complains(plan, "needs a number");
}

static void faults_of_documents_are_told_by_path(void **state)
{
    struct plan *plan = two_rows();
    const char *const rows[] = {"zones[0].rows[0]", "zones[0].rows[1]"};
    const struct plan_spots spots = {.rows = rows};
    strcpy(plan->rows[1].label, "A");
    assert_false(plan_check_at(plan, &spots, arena, &faults));
    assert_int_equal(faults.count, 1);
    assert_string_equal(faults.at[0].text, "zones[0].rows[1].seats[0]: there is a seat Stalls-A-1 "
                                           "already, at zones[0].rows[0].seats[0]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(finishing_fills_what_follows_from_the_rest),
        T(sections_and_rows_without_seats_keep_their_place_in_the_order),
        T(where_nothing_tells_aisles_from_walls_a_jump_is_an_aisle),
        T(a_sound_plan_passes),
        T(unsound_plans_are_refused_in_words),
        T(names_are_checked_everywhere),
        T(faults_of_documents_are_told_by_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
