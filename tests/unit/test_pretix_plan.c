#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <string.h>

#include "src/adapter/plan_json.h"
#include "src/domain/hall_maker.h"
#include "src/domain/plan_extra.h"
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

static struct plan *imported(const char *text)
{
    memset(&faults, 0, sizeof faults);
    struct plan *plan = pretix_plan_read(text, strlen(text), arena, &faults);
    print_faults(&faults);
    assert_non_null(plan);
    return plan;
}

static const char *kammerspiele(void)
{
    return read_test_file(arena, "tests/data/pretix/kammerspiele.json");
}

/* Equal up to the order of keys and the way numbers are written. */
static bool json_alike(json_t *a, json_t *b)
{
    if (json_is_number(a) && json_is_number(b))
        return json_number_value(a) == json_number_value(b);
    if (json_typeof(a) != json_typeof(b))
        return false;
    if (json_is_object(a)) {
        const char *key;
        json_t *value;
        if (json_object_size(a) != json_object_size(b))
            return false;
        json_object_foreach(a, key, value)
        {
            json_t *other = json_object_get(b, key);
            if (!other || !json_alike(value, other))
                return false;
        }
        return true;
    }
    if (json_is_array(a)) {
        if (json_array_size(a) != json_array_size(b))
            return false;
        for (size_t i = 0; i < json_array_size(a); i++)
            if (!json_alike(json_array_get(a, i), json_array_get(b, i)))
                return false;
        return true;
    }
    return json_equal(a, b);
}

static void same_json(const char *one, const char *other)
{
    json_t *a = json_loads(one, 0, NULL), *b = json_loads(other, 0, NULL);
    assert_non_null(a);
    assert_non_null(b);
    bool alike = json_alike(a, b);
    json_decref(a);
    json_decref(b);
    assert_true(alike);
}

static void refused(const char *text, size_t size, const char *sentence)
{
    memset(&faults, 0, sizeof faults);
    assert_null(pretix_plan_read(text, size, arena, &faults));
    for (int i = 0; i < faults.count && i < PLAN_FAULTS_MAX; i++)
        if (strstr(faults.at[i].text, sentence))
            return;
    print_faults(&faults);
    fail_msg("expected %s", sentence);
}

static void refused_when(const char *from, const char *to, const char *sentence)
{
    const char *text = changed(arena, kammerspiele(), from, to);
    refused(text, strlen(text), sentence);
}

/* ---- what is read ------------------------------------------------------------------------- */

static void zones_rows_and_seats_become_sections_rows_and_seats(void **state)
{
    const struct plan *plan = imported(kammerspiele());
    assert_string_equal(plan->name, "Kammerspiele");
    assert_int_equal(plan->seat_count, 14);
    assert_int_equal(plan->section_count, 3);
    assert_int_equal(plan->sections[0].seat_count, 13);
    assert_int_equal(plan->rows[2].count, 0);
    int seat = plan_find_seat(plan, "Parkett-1-3");
    assert_string_equal(plan_seat_guid(plan, &plan->seats[seat]), "p-1-3");
    assert_true(plan->seats[seat].x == 60.5f && plan->seats[seat].y == 20.25f);
    assert_true(plan->width == 600 && plan->height == 400);
    assert_string_equal(plan->classes[0].colour, "#5E42ED");
    assert_string_equal(plan->classes[1].colour, "");
}

static void a_wide_distance_is_an_aisle(void **state)
{
    const struct plan *plan = imported(kammerspiele());
    int left = plan_find_seat(plan, "Parkett-1-4"), right = plan_find_seat(plan, "Parkett-1-5");
    assert_int_equal(right, left + 1);
    assert_false(plan_neighbours(plan, left, right));
    assert_true(plan_neighbours(plan, left - 1, left));
    assert_int_equal(plan->seats[left].flags, SEAT_AISLE);
    assert_int_equal(plan->seats[right].cell - plan->seats[left].cell, 3);
}

static void seats_stand_from_left_to_right_however_they_were_listed(void **state)
{
    const struct plan *plan = imported(kammerspiele());
    int five = plan_find_seat(plan, "Parkett-2-5"), one = plan_find_seat(plan, "Parkett-2-1");
    assert_int_equal(one, five + 4);
    assert_true(plan->seats[five].x < plan->seats[one].x);
}

static void the_stage_is_known_by_what_is_written_on_it(void **state)
{
    const struct plan *plan = imported(kammerspiele());
    assert_true(plan->focal_x == 120.5f && plan->focal_y == -20);
    plan = imported(changed(arena, kammerspiele(), "BÜHNE", "Kasse"));
    assert_true(plan->focal_y < plan->seats[0].y);
}

/* ---- nothing is lost ---------------------------------------------------------------------- */

static void an_export_gives_back_what_was_imported(void **state)
{
    const char *text = kammerspiele();
    same_json(pretix_plan_write(imported(text), arena, &notes), text);
    assert_int_equal(notes.count, 0);
}

static void a_plan_without_size_keeps_being_without(void **state)
{
    const char *text = changed(arena, kammerspiele(),
                               "\"size\": {\n  \"width\": 600,\n  \"height\": 400\n },", "");
    same_json(pretix_plan_write(imported(text), arena, &notes), text);
}

static void an_import_of_an_export_is_the_same_plan(void **state)
{
    const struct plan *plan = imported(kammerspiele());
    const struct plan *again = imported(pretix_plan_write(plan, arena, &notes));
    assert_null(plan_difference(plan, again));
}

static void a_drawn_hall_keeps_everything_the_format_has(void **state)
{
    const struct plan *plan = hall_make_playhouse(arena);
    const struct plan *again = imported(pretix_plan_write(plan, arena, &notes));
    assert_int_equal(again->seat_count, plan->seat_count);
    for (int i = 0; i < plan->seat_count; i++) {
        char label[SEAT_TEXT], other[SEAT_TEXT];
        assert_string_equal(plan_seat_label(plan, i, label), plan_seat_label(again, i, other));
        assert_int_equal(plan->seats[i].class_no, again->seats[i].class_no);
        assert_int_equal(plan_neighbours(plan, i, i + 1), plan_neighbours(again, i, i + 1));
        assert_string_equal(plan_seat_guid(again, &again->seats[i]), label);
    }
    assert_string_equal(again->areas[0].text, "STAGE");
    assert_true(again->focal_y < again->seats[0].y);
}

static void an_export_tells_what_the_format_cannot_hold(void **state)
{
    assert_non_null(pretix_plan_write(hall_make_studio(arena), arena, &notes));
    assert_int_equal(notes.count, 4);
    assert_non_null(
        strstr(notes.at[0].text, "\"wheelchair\": seats marked so became ordinary (2)"));
}

static void every_kind_of_area_can_be_exported(void **state)
{
    struct plan *plan = imported(kammerspiele());
    plan->extra = NULL; /* as if it had come from elsewhere */
    plan->areas[5].section = -1;
    const struct plan *again = imported(pretix_plan_write(plan, arena, &notes));
    assert_int_equal(again->area_count, plan->area_count);
    const enum area_kind kinds[] = {AREA_RECTANGLE, AREA_POLYGON, AREA_CIRCLE, AREA_ELLIPSE,
                                    AREA_TEXT};
    for (int i = 0; i < 5; i++)
        assert_int_equal(again->areas[i].kind, kinds[i]);
    assert_true(again->areas[1].points[2].y == 8);
}

/* ---- refusals ----------------------------------------------------------------------------- */

static void what_is_wrong_is_told_with_its_path(void **state)
{
    refused_when("\"row_number\": \"1\"", "\"row_numbr\": \"1\"",
                 "zones[0].rows[0].row_numbr: this key is not known");
    refused_when("\"row_number\": \"1\",", "", "zones[0].rows[0]: \"row_number\" is missing");
    refused_when("\"category\": \"Parkett\"", "\"category\": \"Loge\"",
                 "zones[0].rows[0].seats[0].category: there is no category \"Loge\"");
    refused_when("\"seat_number\": \"2\"", "\"seat_number\": 2",
                 "zones[0].rows[0].seats[1].seat_number: must be a text");
    refused_when("\"seat_number\": \"2\"", "\"seat_number\": \"1\"",
                 "zones[0].rows[0].seats[1]: there is a seat Parkett-1-1 already, at "
                 "zones[0].rows[0].seats[0]");
    refused_when("\"seat_guid\": \"p-1-2\"", "\"seat_guid\": \"p-1-1\"",
                 "zones[0].rows[0].seats[1].seat_guid: another seat has the guid \"p-1-1\"");
    refused_when("\"seat_number\": \"2\"", "\"seat_number\": \"1234567890123456\"",
                 "zones[0].rows[0].seats[1].seat_number: is longer than 15 bytes");
    refused_when("\"row_number\": \"1\"", "\"row_number\": \"\\u202e\"", "turns text around");
    refused_when("\"radius\": 10", "\"radius\": 10.5", "seats[0].radius: must be a whole number");
    refused_when("\"x\": 10.5", "\"x\": \"10\"", "zones[0].position.x: must be a number");
    refused_when("\"x\": 10.5", "\"x\": 1e7", "zones[0].position.x: must be a number from");
    refused_when("\"x\": 10.5,", "", "zones[0].position: \"x\" is missing");
    refused_when("\"width\": 600", "\"width\": true", "size.width: must be a whole number");
    refused_when("\"shape\": \"circle\"", "\"shape\": \"square\"",
                 "zones[0].areas[2].shape: must be polygon");
    refused_when("\"radius\": 5", "\"radius\": null",
                 "zones[0].areas[2].circle.radius: must be a whole");
    refused_when("\"x\": 3.5", "\"z\": 3.5", "zones[0].areas[3].ellipse.radius.z: this key");
    refused_when("\"x\": 10.5,\n        \"y\": 0", "\"x\": 10.5", "");
    refused_when("\"text\": \"BÜHNE\"", "\"text\": []",
                 "zones[0].areas[0].text.text: must be a text");
    refused_when("\"name\": \"Notsitz\"", "\"name\": \"Rang\"",
                 "categories[2]: there is a category \"Rang\" already");
    refused_when("\"name\": \"Notsitz\"", "\"name\": \"\"", "class 3 has no name");
    refused_when("\"name\": \"Rang\",\n   \"position\"", "\"name\": \"Parkett\",\n   \"position\"",
                 "two sections named");
    refused_when("\"rows\": []", "\"rows\": {}", "zones[1].rows: must be a list");
    refused_when("\"zones\": [", "\"zones\": [7,", "zones[0]: must be an object");
}

static void hostile_files_are_refused_whole(void **state)
{
    refused("", 0, "not JSON");
    refused("[]", 2, "a plan is a JSON object");
    refused("{\"name\": NaN}", 13, "not JSON");
    refused("{\"name\": 1e999}", 15, "not JSON");
    refused("{\"name\": \"a\", \"name\": \"b\"}", 26, "duplicate");
    refused("{\"name\": \"\xff\"}", 12, "not JSON");
    refused("{\"name\": \"a\0b\"}", 15, "not JSON");
    refused("{\"name\": \"a\\u0000b\"}", 20, "not JSON");
    refused("{}", (size_t)PLAN_BYTES_MAX + 1, "64 MiB");
    char *deep = arena_alloc(arena, 10001);
    memset(deep, '[', 10000);
    refused(deep, 10000, "not JSON");
    char *many = arena_alloc(arena, 7000000);
    memset(many, ',', 7000000);
    refused(many, 7000000, "holds more than a plan");
}

static void syntax_faults_have_line_and_column(void **state)
{
    const char *text = "{\n \"name\": \"x\",\n oops\n}";
    refused(text, strlen(text), "not JSON");
    assert_int_equal(faults.at[0].line, 3);
    assert_true(faults.at[0].column > 0);
}

static const char *a_row_of(int seats, int categories)
{
    char *text = arena_alloc(arena, (size_t)seats * 100 + 10000), *at = text;
    at += sprintf(at, "{\"name\":\"Big\",\"categories\":[{\"name\":\"A\"}");
    for (int i = 1; i < categories; i++)
        at += sprintf(at, ",{\"name\":\"A%d\"}", i);
    at += sprintf(
        at,
        "],\"zones\":[{\"position\":{\"x\":0,\"y\":0},\"rows\":[{\"row_number\":\"1\",\"seats\":[");
    for (int i = 0; i < seats; i++)
        at += sprintf(at,
                      "%s{\"seat_guid\":\"%d\",\"seat_number\":\"%d\",\"position\":{\"x\":%d,\"y\":"
                      "0},\"category\":\"A\"}",
                      i ? "," : "", i, i, i);
    sprintf(at, "]}]}]}");
    return text;
}

static const char *empty_rows(int rows)
{
    char *text = arena_alloc(arena, (size_t)rows * 40 + 1000), *at = text;
    at += sprintf(at, "{\"name\":\"Big\",\"categories\":[{\"name\":\"A\"}],\"zones\":"
                      "[{\"position\":{\"x\":0,\"y\":0},\"rows\":[");
    for (int i = 0; i < rows; i++)
        at += sprintf(at, "%s{\"row_number\":\"%d\",\"seats\":[]}", i ? "," : "", i);
    sprintf(at, "]}]}");
    return text;
}

static void plans_have_limits(void **state)
{
    const char *text = a_row_of(PLAN_SEATS_MAX + 1, 1);
    refused(text, strlen(text), "more than 200000 seats");
    text = empty_rows(PLAN_SEATS_MAX + 1);
    refused(text, strlen(text), "more than 200000 rows");
    text = a_row_of(1, 65);
    refused(text, strlen(text), "there are 65 categories");
    text = a_row_of(0, 1);
    refused(text, strlen(text), "no seats");
    assert_int_equal(imported(a_row_of(20000, 64))->seat_count, 20000);
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        T(zones_rows_and_seats_become_sections_rows_and_seats),
        T(a_wide_distance_is_an_aisle),
        T(seats_stand_from_left_to_right_however_they_were_listed),
        T(the_stage_is_known_by_what_is_written_on_it),
        T(an_export_gives_back_what_was_imported),
        T(a_plan_without_size_keeps_being_without),
        T(an_import_of_an_export_is_the_same_plan),
        T(a_drawn_hall_keeps_everything_the_format_has),
        T(an_export_tells_what_the_format_cannot_hold),
        T(every_kind_of_area_can_be_exported),
        T(what_is_wrong_is_told_with_its_path),
        T(hostile_files_are_refused_whole),
        T(syntax_faults_have_line_and_column),
        T(plans_have_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
