#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "src/adapter/plan_json.h"
#include "tests/unit/plan_files.h"
#include "tests/unit/plan_same.h"

static struct arena *arena;
static struct plan_faults faults, notes;

static int set_up(void **state)
{
    arena = arena_new();
    memset(&faults, 0, sizeof faults);
    memset(&notes, 0, sizeof notes);
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&arena);
    return 0;
}

static const char *barn(void)
{
    return read_test_file(arena, "tests/data/seatsio/barn.json");
}

static const struct plan *imported(const char *text)
{
    memset(&faults, 0, sizeof faults);
    memset(&notes, 0, sizeof notes);
    const struct plan *plan = seatsio_chart_read(text, strlen(text), arena, &faults, &notes);
    print_faults(&faults);
    assert_non_null(plan);
    return plan;
}

static void refused_when(const char *from, const char *to, const char *sentence)
{
    const char *text = changed(arena, barn(), from, to);
    memset(&faults, 0, sizeof faults);
    assert_null(seatsio_chart_read(text, strlen(text), arena, &faults, &notes));
    for (int i = 0; i < faults.count; i++)
        if (strstr(faults.at[i].text, sentence))
            return;
    print_faults(&faults);
    fail_msg("expected %s", sentence);
}

static const struct plan_seat *seat_of(const struct plan *plan, const char *label)
{
    int seat = plan_find_seat(plan, label);
    assert_true(seat >= 0);
    return &plan->seats[seat];
}

static void rows_without_a_section_and_sections_with_rows_are_read(void **state)
{
    const struct plan *plan = imported(barn());
    assert_int_equal(plan->seat_count, 11);
    assert_string_equal(plan->name, "Barn");
    assert_true(plan->focal_x == 120 && plan->focal_y == -30.5f);
    assert_true(plan->width == 500 && plan->height == 300.5f);
    assert_string_equal(plan_seat_guid(plan, seat_of(plan, "A-3")), "s3");
    assert_true(seat_of(plan, "Loft-A-1")->x == 360 && seat_of(plan, "Loft-A-1")->y == 20);
}

static void seats_take_their_category_or_that_of_their_section(void **state)
{
    const struct plan *plan = imported(barn());
    assert_int_equal(seat_of(plan, "A-1")->class_no, 0);
    assert_int_equal(seat_of(plan, "A-4")->class_no, 1);
    assert_int_equal(seat_of(plan, "Loft-A-1")->class_no, 1);
    assert_int_equal(seat_of(plan, "Loft-A-3")->class_no, 0);
}

static void what_a_seat_is_comes_along(void **state)
{
    const struct plan *plan = imported(barn());
    assert_int_equal(seat_of(plan, "A-1")->flags, SEAT_WHEELCHAIR);
    assert_int_equal(seat_of(plan, "A-2")->flags, SEAT_COMPANION);
    assert_int_equal(seat_of(plan, "A-3")->flags, SEAT_AISLE);
    assert_int_equal(seat_of(plan, "A-4")->flags, SEAT_RESTRICTED | SEAT_AISLE);
}

static void a_table_is_a_row_whose_chairs_are_neighbours(void **state)
{
    const struct plan *plan = imported(barn());
    int first = plan_find_seat(plan, "T1-1");
    for (int i = 0; i < 3; i++)
        assert_true(plan_neighbours(plan, first + i, first + i + 1));
    assert_int_equal(plan_find_seat(plan, "T1-4"), first + 3);
}

static void what_has_no_seats_is_drawn_and_told(void **state)
{
    const struct plan *plan = imported(barn());
    int stages = 0, ellipses = 0, polygons = 0;
    for (int i = 0; i < plan->area_count; i++) {
        stages += plan->areas[i].kind == AREA_STAGE;
        ellipses += plan->areas[i].kind == AREA_ELLIPSE;
        polygons += plan->areas[i].kind == AREA_POLYGON;
    }
    assert_int_equal(plan->area_count, 4);
    assert_true(stages == 1 && ellipses == 1 && polygons == 1);
    assert_int_equal(notes.count, 4);
    assert_string_equal(notes.at[0].text,
                        "subChart.tables[0]: table T1 is booked as a whole there; "
                        "here each chair is a seat");
    assert_string_equal(
        notes.at[1].text,
        "subChart.generalAdmissionAreas[0]: general admission Lawn (100 places) has "
        "no seats; it is drawn, not sold");
    assert_non_null(strstr(notes.at[2].text, "booth B1 has no seats"));
    assert_non_null(strstr(notes.at[3].text, "texts are left out (1)"));
}

static void notes_need_not_be_asked_for(void **state)
{
    const char *text = barn();
    assert_non_null(seatsio_chart_read(text, strlen(text), arena, &faults, NULL));
}

static void a_row_may_name_its_section(void **state)
{
    const char *text =
        changed(arena, barn(), "\"sectionLabel\": null", "\"sectionLabel\": \"Pit\"");
    assert_true(plan_find_seat(imported(text), "Pit-A-1") >= 0);
}

static void what_is_wrong_is_told_with_its_path(void **state)
{
    refused_when("\"venueType\"", "\"venueTipe\"", "venueTipe: this key is not known");
    refused_when("\"curve\"", "\"kurve\"", "subChart.rows[0].kurve: this key is not known");
    refused_when("\"label\": \"1\"", "\"label\": 1", ".seats[0].label: must be a text");
    refused_when(
        "\"label\": \"2\"", "\"label\": \"1\"",
        "subChart.rows[0].seats[1]: there is a seat A-1 already, at subChart.rows[0].seats[0]");
    refused_when("\"categoryKey\": 1,", "\"categoryKey\": 7,",
                 "categoryKey: there is no category with the key 7");
    refused_when("\"categoryKey\": 1,", "\"categoryKey\": null,",
                 "categoryKey: the seat has no category");
    refused_when("\"key\": \"b\"", "\"key\": 1",
                 "categories.list[1]: another category has this key");
    refused_when("\"key\": \"b\"", "\"key\": 1.5", "categories.list[1]: the key must be");
    refused_when("\"accessible\": true", "\"accessible\": 1", "accessible: must be true or false");
    refused_when("\"topLeft\": {", "\"topLeft\": {\"z\": 1,", "subChart.sections[0].topLeft.z");
    refused_when("\"width\": 80,", "\"width\": 80, \"sections\": [{}],",
                 "section within a section");
    refused_when("\"label\": \"Loft\"",
                 "\"label\": \"01234567890123456789012345678901234567890123456789\"",
                 "sections[0].label: is longer than 47 bytes");
    refused_when("\"x\": 380", "\"x\": \"a\"", "sections[0].points[1].x: must be a number");
}

static void the_kind_of_a_file_is_guessed(void **state)
{
    const char *chart = barn(),
               *pretix = read_test_file(arena, "tests/data/pretix/kammerspiele.json");
    assert_int_equal(plan_format_guess(chart, strlen(chart)), PLAN_SEATSIO);
    assert_int_equal(plan_format_guess(pretix, strlen(pretix)), PLAN_PRETIX);
    assert_int_equal(plan_format_guess(" \n{\"loge_plan\": 1}", 18), PLAN_DOCUMENT);
    assert_int_equal(plan_format_guess("title T", 7), PLAN_TEXT);
    assert_int_equal(plan_format_guess("", 0), PLAN_TEXT);
    for (int i = PLAN_TEXT; i <= PLAN_DOCUMENT; i++) {
        enum plan_format format;
        assert_true(plan_format_parse(plan_format_name((enum plan_format)i), &format));
        assert_int_equal(format, i);
    }
    enum plan_format format = PLAN_TEXT;
    assert_false(plan_format_parse("svg", &format));
}

static void any_format_can_be_read(void **state)
{
    const char *chart = barn();
    const struct plan *plan = plan_read(PLAN_SEATSIO, chart, strlen(chart), arena, &faults, &notes);
    assert_non_null(plan);
    const char *document = plan_document_write(plan, arena),
               *pretix = pretix_plan_write(plan, arena, NULL);
    assert_null(plan_difference(
        plan, plan_read(PLAN_DOCUMENT, document, strlen(document), arena, &faults, NULL)));
    assert_int_equal(
        plan_read(PLAN_PRETIX, pretix, strlen(pretix), arena, &faults, NULL)->seat_count, 11);
    assert_non_null(plan_read(PLAN_TEXT, "title T\nA o\n", 12, arena, &faults, NULL));
}

/* Real charts of a public project, where they are at hand. */
static void real_charts_are_read(void **state)
{
    static const struct {
        const char *name;
        int seats, sections;
    } charts[] = {{"sampleChart.json", 32, 1},
                  {"sampleChartWithSections.json", 71, 2},
                  {"sampleChartWithTables.json", 12, 1}};
    const char *named = getenv("LOGE_SEATSIO_CHARTS"), *srcdir = getenv("srcdir");
    const char *top =
        named ? named : arena_printf(arena, "%s/../shared/data/seatsio", srcdir ? srcdir : ".");
    for (int i = 0; i < 3; i++) {
        const char *text = read_any_file(arena, arena_printf(arena, "%s/%s", top, charts[i].name));
        if (!text)
            continue;
        const struct plan *plan = imported(text);
        assert_int_equal(plan->seat_count, charts[i].seats);
        assert_int_equal(plan->section_count, charts[i].sections);
    }
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        T(rows_without_a_section_and_sections_with_rows_are_read),
        T(seats_take_their_category_or_that_of_their_section),
        T(what_a_seat_is_comes_along),
        T(a_table_is_a_row_whose_chairs_are_neighbours),
        T(what_has_no_seats_is_drawn_and_told),
        T(notes_need_not_be_asked_for),
        T(a_row_may_name_its_section),
        T(what_is_wrong_is_told_with_its_path),
        T(the_kind_of_a_file_is_guessed),
        T(any_format_can_be_read),
        T(real_charts_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
