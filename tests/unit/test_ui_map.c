/* The map as it is drawn: pictures at two sizes and in both tiers, and what moving does. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "src/domain/hall_maker.h"
#include "tests/lib/till.h"
#include "ui/map_private.h"

static struct till *a_map(int rows, int columns, enum tier tier)
{
    struct till *till = till_new(rows, columns, tier);
    till_sign_in(till, "anna");
    till_keys(till, "Enter");
    return till;
}

static void the_venue_is_drawn(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_golden(till, "map-venue-80x24-ascii");
    till_free(&till);
}

static void a_section_is_drawn(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "Enter 2 b");
    till_golden(till, "map-section-80x24-ascii");
    till_free(&till);
    till = a_map(24, 80, TIER_GRAPHIC);
    till_keys(till, "Enter 2 b");
    till_golden(till, "map-section-80x24-graphic");
    till_free(&till);
}

static void a_wide_terminal_shows_the_whole_section(void **state)
{
    struct till *till = a_map(43, 132, TIER_GRAPHIC);
    till_keys(till, "Enter Right Right m Right m");
    till_golden(till, "map-section-132x43-graphic");
    till_free(&till);
    till = a_map(43, 132, TIER_ASCII);
    till_keys(till, "Enter Enter");
    till_golden(till, "map-seats-132x43-ascii");
    till_free(&till);
}

static void seats_are_drawn_one_by_one(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "Enter Space Enter");
    till_golden(till, "map-seats-80x24-ascii");
    till_free(&till);
}

static void a_stadium_is_drawn_from_its_sections(void **state)
{
    struct arena *arena = arena_new();
    struct till *till = till_new_with(24, 80, TIER_ASCII, hall_make_arena(100000, arena));
    till_sign_in(till, "anna");
    till_keys(till, "Enter");
    till_golden(till, "map-stadium-80x24-ascii");
    till_keys(till, ".");
    till_golden(till, "map-stadium-outer-80x24-ascii");
    till_free(&till);
    arena_free(&arena);
}

static void a_list_says_the_same_in_words(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "L");
    till_golden(till, "map-list-80x24-ascii");
    till_keys(till, "Enter");
    till_golden(till, "map-rows-80x24-ascii");
    till_free(&till);
}

static void a_small_terminal_gets_the_list_and_a_tiny_one_says_so(void **state)
{
    struct till *till = a_map(14, 50, TIER_ASCII);
    till_golden(till, "map-compact-50x14-ascii");
    till_resize(till, 8, 30);
    assert_true(till_shows(till, "needs 40x12"));
    till_resize(till, 1, 1);
    till_resize(till, 24, 80);
    assert_true(till_shows(till, "zoom 1"));
    till_free(&till);
}

static void views_show_price_holder_and_age(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "Enter v");
    till_golden(till, "map-price-80x24-ascii");
    till_keys(till, "v");
    till_golden(till, "map-holder-80x24-ascii");
    till_keys(till, "v");
    till_golden(till, "map-age-80x24-ascii");
    till_free(&till);
}

/* As the picture that e saves has it: under a minute is 1, 10 to 15 is 4. */
static void a_hold_grows_older(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "Enter 2 b v v v");
    assert_true(strstr(till_row(till, 4), " A           >1<1 o x o   2 o") != NULL);
    till_pass(till, 8 * 60000);
    assert_true(strstr(till_row(till, 4), " A           >3<3 o x o   4 o") != NULL);
    till_free(&till);
}

static void a_new_hold_of_another_till_shows_whose_it_is(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "Enter v v");
    assert_true(strstr(till_row(till, 4), " A           >o<o o x o   2 o") != NULL);
    fake_counter_seat(till->fake, 1, SEAT_HELD);
    till_hear(till);
    assert_true(strstr(till_row(till, 4), " A           >o<4 o x o   2 o") != NULL);
    fake_counter_seat(till->fake, 2, SEAT_SOLD);
    till_hear(till);
    assert_int_equal(fake_counter_count(till->fake, CMD_HOLDS), 2); /* nobody holds anything new */
    till_free(&till);
}

static void nobody_asks_who_holds_what_while_it_is_not_shown(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "Enter");
    fake_counter_seat(till->fake, 1, SEAT_HELD);
    till_hear(till);
    assert_int_equal(fake_counter_count(till->fake, CMD_HOLDS), 0);
    till_keys(till, "Enter");
    assert_int_equal(fake_counter_count(till->fake, CMD_HOLDS), 1);
    assert_true(till_shows(till, "eve"));
    till_free(&till);
}

/* ---- moving ------------------------------------------------------------------------------- */

/* The last line of the body says what is focused. */
static const char *focus(struct till *till)
{
    return till_row(till, till->canvas->rows - 4);
}

static void assert_focus(struct till *till, const char *place)
{
    const char *line = focus(till);
    if (strncmp(line + 2, place, strlen(place)) != 0)
        fail_msg("the focus is on \"%s\", not on %s", line, place);
}

static void arrows_move_along_and_across_rows(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "Enter");
    assert_focus(till, "A1 ");
    till_keys(till, "Right");
    assert_focus(till, "A2 ");
    till_keys(till, "4 l");
    assert_focus(till, "A6 ");
    till_keys(till, "Down");
    assert_focus(till, "B7 ");
    till_keys(till, ">");
    assert_focus(till, "B26 ");
    till_keys(till, "<");
    assert_focus(till, "B1 ");
    till_keys(till, "Left Up Up Up");
    assert_focus(till, "A1 ");
    till_free(&till);
}

static void a_held_seat_counts_minutes_and_its_last_one_in_seconds(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "Enter / D 4 Enter");
    assert_true(till_shows(till, "> D4     held 15 min"));
    till_pass(till, 61000);
    assert_true(till_shows(till, "> D4     held 14 min"));
    till_pass(till, 13 * 60000);
    assert_true(till_shows(till, "> D4     held 00:59"));
    till_free(&till);
}

static void a_seat_of_mine_leaves_the_counting_to_the_basket(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "Enter 2 b");
    assert_true(till_shows(till, "> A1     mine          Standard"));
    assert_true(till_shows(till, "HOLD 15:00"));
    till_free(&till);
}

static void a_section_or_a_seat_is_found_by_name(void **state)
{
    struct till *till = a_map(24, 80, TIER_ASCII);
    till_keys(till, "/ C 1 3 Enter");
    assert_focus(till, "C13 ");
    till_keys(till, "n");
    assert_focus(till, "C13 ");
    assert_true(strstr(till_row(till, 0), "Circle") != NULL);
    till_keys(till, "/ b a l Enter");
    assert_true(strstr(till_row(till, 0), "Balcony") != NULL);
    till_keys(till, "/ Z 9 Enter");
    assert_string_equal(till_message(till), "Nothing here is called \"Z9\".");
    till_free(&till);
}

static void every_section_of_a_stadium_has_its_own_tile(void **state)
{
    struct arena *arena = arena_new();
    const struct plan *plan = hall_make_arena(100000, arena);
    struct area body = {0, 0, 20, 80};
    struct venue venue;
    venue_lay_out(&venue, plan, map_picture(body), arena);
    assert_int_equal(venue.pages, 4);
    for (int i = 0; i < plan->section_count; i++) {
        const struct tile *a = &venue.tiles[i];
        assert_in_range(a->page, 0, venue.pages - 1);
        assert_in_range(a->row, 0, venue.rows - 1);
        assert_in_range(a->column, 0, venue.columns - 1);
        for (int j = 0; j < i; j++) {
            const struct tile *b = &venue.tiles[j];
            assert_false(a->page == b->page && a->row == b->row && a->column == b->column);
        }
    }
    arena_free(&arena);
}

/* Every size from nothing to huge: nothing is drawn outside, nothing crashes. */
static void any_size_is_survived(void **state)
{
    static const char *const keys[] = {"-", "Enter", "Enter", "L", "- -"};
    struct till *till = a_map(24, 80, TIER_GRAPHIC);
    for (int k = 0; k < COUNT_OF(keys); k++) {
        till_keys(till, keys[k]);
        for (int rows = 1; rows < 60; rows += 3)
            for (int columns = 1; columns < 200; columns += 7) {
                till_resize(till, rows, columns);
                till_keys(till, rows % 2 ? "Right Down" : "Left Up");
            }
    }
    till_free(&till);
}

static void from_afar_no_act_is_on_a_seat_nobody_sees(void **state)
{
    struct till *till = till_new(24, 80, TIER_ASCII);
    till_sign_in(till, "mark");
    till_keys(till, "Enter g a");
    assert_true(till_shows(till, "zoom 1"));
    till_keys(till, "B");
    assert_true(till_shows(till, "zoom 2"));
    assert_false(till_shows(till, "BLOCK 1 seat"));
    assert_string_equal(till_message(till), "");
    till_keys(till, "B");
    assert_true(till_shows(till, "BLOCK 1 seat"));
    till_free(&till);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_venue_is_drawn),
        cmocka_unit_test(a_section_is_drawn),
        cmocka_unit_test(a_wide_terminal_shows_the_whole_section),
        cmocka_unit_test(seats_are_drawn_one_by_one),
        cmocka_unit_test(a_stadium_is_drawn_from_its_sections),
        cmocka_unit_test(a_list_says_the_same_in_words),
        cmocka_unit_test(a_small_terminal_gets_the_list_and_a_tiny_one_says_so),
        cmocka_unit_test(from_afar_no_act_is_on_a_seat_nobody_sees),
        cmocka_unit_test(views_show_price_holder_and_age),
        cmocka_unit_test(a_hold_grows_older),
        cmocka_unit_test(a_new_hold_of_another_till_shows_whose_it_is),
        cmocka_unit_test(nobody_asks_who_holds_what_while_it_is_not_shown),
        cmocka_unit_test(arrows_move_along_and_across_rows),
        cmocka_unit_test(a_held_seat_counts_minutes_and_its_last_one_in_seconds),
        cmocka_unit_test(a_seat_of_mine_leaves_the_counting_to_the_basket),
        cmocka_unit_test(a_section_or_a_seat_is_found_by_name),
        cmocka_unit_test(every_section_of_a_stadium_has_its_own_tile),
        cmocka_unit_test(any_size_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
