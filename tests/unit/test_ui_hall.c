/* The whole hall at once, the list in any order, and what is taken away from the map. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/hall_maker.h"
#include "tests/lib/golden.h"
#include "tests/lib/till.h"
#include "ui/map_private.h"

static char exported[128], file_name[64];

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    (void)ctx;
    if (cmd->kind != CMD_EXPORT)
        return false;
    snprintf(exported, sizeof exported, "%s", cmd->u.export.line);
    snprintf(file_name, sizeof file_name, "%s", cmd->u.export.name);
    evt->u.text = "/exports/it.svg";
    return true;
}

static struct till *a_map(int rows, int columns, enum tier tier)
{
    struct till *till = till_new(rows, columns, tier);
    fake_counter_serve(till->fake, serve, NULL);
    till_sign_in(till, "anna");
    till_keys(till, "Enter");
    return till;
}

/* ---- the hall ----------------------------------------------------------------------------- */

static void the_hall_is_drawn_in_digits_everywhere(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "H");
    till_golden(till, "map-hall-80x24-ascii");
    till_keys(till, "H");
    assert_true(till_shows(till, ">Stalls:9<"));
    till_free(&till);
}

static void the_hall_is_drawn_in_halves_where_they_fit(void **state)
{
    struct till *till = a_map(43, 132, TIER_GRAPHIC);
    till_keys(till, "H v v");
    till_golden(till, "map-hall-held-132x43-graphic");
    till_free(&till);
}

static void the_hall_is_drawn_in_braille_where_the_terminal_can(void **state)
{
    struct till *till = a_map(24, 80, TIER_GRAPHIC);
    struct map map = {.section = 0};
    const struct view view = {
        .model = console_model(till->console), .tier = TIER_GRAPHIC, .ink = CHART_FINE};
    const struct map_look look = {&map, &view};
    struct canvas *canvas = canvas_new(17, 80);
    struct arena *arena = arena_new();
    hall_draw(&look, canvas, canvas_area(canvas));
    assert_golden("map-hall-fine.txt", canvas_text(canvas, arena));
    arena_free(&arena);
    canvas_free(&canvas);
    till_free(&till);
}

static void seats_that_have_room_are_drawn_as_anywhere_else(void **state)
{
    struct till *till = a_map(60, 200, TIER_ASCII);
    till_keys(till, "H");
    till_golden(till, "map-hall-200x60-ascii");
    assert_true(till_shows(till, "o free  h held  x sold"));
    till_free(&till);
}

static void a_hundred_thousand_seats_are_digits_not_dots(void **state)
{
    struct arena *arena = arena_new();
    struct till *till = till_new_with(43, 132, TIER_GRAPHIC, hall_make_arena(100000, arena));
    till_sign_in(till, "anna");
    till_keys(till, "Enter H");
    assert_false(till_shows(till, "▀"));
    assert_true(till_shows(till, "888"));
    till_free(&till);
    arena_free(&arena);
}

static void the_age_of_holds_is_that_of_the_oldest(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "H v v v");
    assert_true(till_shows(till, "held  1 under 1 min"));
    assert_true(till_shows(till, "..2"));
    till_pass(till, 11 * 60000);
    assert_true(till_shows(till, "..4"));
    till_free(&till);
}

static void any_size_of_picture_is_drawn_or_left_out(void **state)
{
    struct till *till = a_map(24, 80, TIER_GRAPHIC);
    till_keys(till, "H");
    for (int rows = 1; rows < 50; rows += 3)
        for (int columns = 1; columns < 220; columns += 13)
            till_resize(till, rows, columns);
    till_resize(till, 24, 80);
    assert_true(till_shows(till, "dots, tenths = free seats"));
    till_free(&till);
}

static void a_hall_of_one_section_has_its_whole_too(void **state)
{
    struct arena *arena = arena_new();
    struct till *till = till_new_with(24, 80, TIER_ASCII, hall_make_arena(60, arena));
    till_sign_in(till, "anna");
    till_keys(till, "Enter H");
    assert_true(till_shows(till, "zoom 1"));
    till_keys(till, "Enter -");
    assert_true(till_shows(till, "zoom 1"));
    till_free(&till);
    arena_free(&arena);
}

/* ---- the list ----------------------------------------------------------------------------- */

static const char *second_line(struct till *till)
{
    return till_row(till, 3);
}

static void the_list_stands_in_any_order_and_the_cursor_goes_along(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "L s");
    assert_true(till_shows(till, "by name"));
    assert_non_null(strstr(second_line(till), "Balcony"));
    till_keys(till, "<");
    assert_non_null(strstr(second_line(till), ">Balcony"));
    till_keys(till, "Down");
    assert_true(till_shows(till, ">Boxes Left"));
    till_keys(till, "s");
    assert_non_null(strstr(second_line(till), "Stalls")); /* most free seats */
    till_free(&till);
}

/* ---- taken away --------------------------------------------------------------------------- */

static void e_saves_what_is_seen(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "e");
    assert_string_equal(exported, "map hamlet --svg --view section");
    assert_string_equal(till_message(till), "Saved as /exports/it.svg");
    till_keys(till, "H v e");
    assert_string_equal(exported, "map hamlet --svg --view price");
    assert_string_equal(file_name, "hamlet-price.svg");
    till_keys(till, "Enter v v v e");
    assert_string_equal(exported, "map hamlet --svg --view state --section \"Stalls\"");
    till_free(&till);
}

static void y_copies_names_of_places_and_nothing_else(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "y");
    assert_string_equal(console_take_copy(till->console), "Stalls");
    till_keys(till, "Enter Right y");
    assert_string_equal(console_take_copy(till->console), "Stalls-A-2");
    till_keys(till, "m Right m y");
    assert_string_equal(console_take_copy(till->console), "Stalls-A-2 Stalls-A-3");
    till_free(&till);
}

static void a_copy_of_many_seats_stays_bounded(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "Enter");
    for (int i = 0; i < 20; i++)
        till_keys(till, "m Right");
    till_keys(till, "Down");
    for (int i = 0; i < 20; i++)
        till_keys(till, "m Left");
    till_keys(till, "y");
    const char *copy = console_take_copy(till->console);
    assert_true(strlen(copy) < MESSAGE_TEXT);
    assert_non_null(strstr(copy, "Stalls-A-1 Stalls-A-2"));
    till_free(&till);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hall_is_drawn_in_digits_everywhere),
        cmocka_unit_test(the_hall_is_drawn_in_halves_where_they_fit),
        cmocka_unit_test(the_hall_is_drawn_in_braille_where_the_terminal_can),
        cmocka_unit_test(seats_that_have_room_are_drawn_as_anywhere_else),
        cmocka_unit_test(a_hundred_thousand_seats_are_digits_not_dots),
        cmocka_unit_test(the_age_of_holds_is_that_of_the_oldest),
        cmocka_unit_test(any_size_of_picture_is_drawn_or_left_out),
        cmocka_unit_test(a_hall_of_one_section_has_its_whole_too),
        cmocka_unit_test(the_list_stands_in_any_order_and_the_cursor_goes_along),
        cmocka_unit_test(e_saves_what_is_seen),
        cmocka_unit_test(y_copies_names_of_places_and_nothing_else),
        cmocka_unit_test(a_copy_of_many_seats_stays_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
