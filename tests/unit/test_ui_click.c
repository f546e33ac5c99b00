/* The mouse: what is clicked is focused, what is clicked again is opened or picked. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/hall_maker.h"
#include "tests/lib/till.h"

static struct till *a_map(int rows, int columns)
{
    struct till *till = till_new(rows, columns, TIER_ASCII);
    till_sign_in(till, "anna");
    till_keys(till, "Enter");
    return till;
}

static int at_80(void **state)
{
    *state = a_map(24, 80);
    return 0;
}

static void click(struct till *till, int row, int column)
{
    const struct key_event event = {
        .kind = KEY_EVENT_MOUSE, .code = 1, .row = row, .column = column};
    console_key(till->console, &event);
    till_hear(till);
}

/* In the middle of a text where it is shown first. */
static void click_on(struct till *till, const char *text)
{
    for (int row = 0; row < till->canvas->rows; row++) {
        const char *line = till_row(till, row), *found = strstr(line, text);
        if (found) {
            click(till, row, (int)(found - line) + (int)strlen(text) / 2);
            return;
        }
    }
    fail_msg("\"%s\" is not shown", text);
}

static int basket(const struct till *till)
{
    return model_basket_seats(console_model(till->console));
}

static void a_tile_is_focused_and_then_opened(void **state)
{
    struct till *till = *state;
    click_on(till, "Circle");
    assert_true(till_shows(till, ">Circle"));
    click_on(till, "Circle");
    assert_true(till_shows(till, "zoom 2"));
}

static void a_seat_is_focused_and_then_held(void **state)
{
    struct till *till = *state;
    till_keys(till, "Enter");
    click(till, 5, 12); /* the first of row B */
    assert_true(till_shows(till, "> B1 "));
    assert_int_equal(basket(till), 0);
    click(till, 6, 10);
    assert_true(till_shows(till, "> C1 "));
    click(till, 6, 10);
    assert_int_equal(basket(till), 1);
}

static void seats_near_by_are_clicked_as_they_are_drawn(void **state)
{
    struct till *till = *state;
    till_keys(till, "Enter Enter");
    click(till, 3, 5 + 6 * 2 + 1);
    assert_true(till_shows(till, "> A3 "));
}

static void a_line_of_the_list_is_a_section(void **state)
{
    struct till *till = *state;
    till_keys(till, "L s");
    click_on(till, "Boxes Right");
    assert_true(till_shows(till, ">Boxes Right"));
}

static void the_whole_hall_leads_to_its_sections(void **state)
{
    struct till *till = *state;
    till_keys(till, "H");
    click(till, 18, 38);
    assert_true(till_shows(till, "> Balcony"));
}

static void a_hint_is_its_key(void **state)
{
    struct till *till = *state;
    click_on(till, "L list");
    assert_true(till_shows(till, "by plan") || till_shows(till, "as built"));
    till_keys(till, "L Enter 2");
    click_on(till, "b best");
    assert_int_equal(basket(till), 2);
    click_on(till, "? help");
    assert_string_equal(console_screen(till->console), "help");
}

static void clicks_beside_everything_do_nothing(void **state)
{
    struct till *till = *state;
    till_keys(till, "Enter");
    for (int row = 0; row < 24; row++)
        if (row != 23)
            click(till, row, 79);
    assert_int_equal(basket(till), 0);
    assert_string_equal(console_screen(till->console), "map");
    assert_true(till_shows(till, "> A1 "));
}

static void a_dialog_hears_no_clicks(void **state)
{
    struct till *till = *state;
    till_keys(till, "Enter 2 b Down r");
    click(till, 6, 10);
    click(till, 23, 1);
    assert_true(till_shows(till, "Let go of all 2 seats"));
    assert_int_equal(basket(till), 2);
}

static void clicks_anywhere_at_any_size_crash_nothing(void **state)
{
    static const char *const views[] = {"L", "L H", "H Enter", "Enter", "- -"};
    struct till *till = *state;
    for (size_t v = 0; v < sizeof views / sizeof *views; v++) {
        till_keys(till, views[v]);
        for (int rows = 12; rows < 50; rows += 9)
            for (int columns = 40; columns < 180; columns += 37) {
                till_resize(till, rows, columns);
                for (int row = 1; row < rows - 3; row++)
                    click(till, row, row * 7 % columns);
            }
    }
    till_resize(till, 24, 80);
    assert_string_equal(console_screen(till->console), "map");
}

static void the_mouse_is_switched_by_a_key(void **state)
{
    struct till *till = *state;
    assert_false(console_take_mouse(till->console));
    till_keys(till, "C-o");
    assert_true(console_take_mouse(till->console));
    assert_false(console_take_mouse(till->console)); /* told once */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_tile_is_focused_and_then_opened, at_80, till_away),
        cmocka_unit_test_setup_teardown(a_seat_is_focused_and_then_held, at_80, till_away),
        cmocka_unit_test_setup_teardown(seats_near_by_are_clicked_as_they_are_drawn, at_80,
                                        till_away),
        cmocka_unit_test_setup_teardown(a_line_of_the_list_is_a_section, at_80, till_away),
        cmocka_unit_test_setup_teardown(the_whole_hall_leads_to_its_sections, at_80, till_away),
        cmocka_unit_test_setup_teardown(a_hint_is_its_key, at_80, till_away),
        cmocka_unit_test_setup_teardown(clicks_beside_everything_do_nothing, at_80, till_away),
        cmocka_unit_test_setup_teardown(a_dialog_hears_no_clicks, at_80, till_away),
        cmocka_unit_test_setup_teardown(clicks_anywhere_at_any_size_crash_nothing, at_80,
                                        till_away),
        cmocka_unit_test_setup_teardown(the_mouse_is_switched_by_a_key, at_80, till_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
