/* The console without a terminal: the frame, keys, waits, messages, asks, the basket. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/till.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };

static int a_till(void **state)
{
    *state = till_new(24, 80, TIER_ASCII);
    return 0;
}

static int a_clerk(void **state)
{
    a_till(state);
    till_sign_in(*state, "anna");
    return 0;
}

static int a_map(void **state)
{
    a_clerk(state);
    till_keys(*state, "Enter Enter"); /* hamlet, its stalls */
    return 0;
}

static void assert_screen(struct till *till, const char *name)
{
    assert_string_equal(console_screen(till->console), name);
}

static int basket(struct till *till)
{
    return model_basket_seats(console_model(till->console));
}

/* ---- signing in --------------------------------------------------------------------------- */

static void signing_in_shows_the_shows(void **state)
{
    till_golden(*state, "sign-in-80x24-ascii");
    till_sign_in(*state, "anna");
    assert_screen(*state, "shows");
    till_golden(*state, "shows-80x24-ascii");
}

static void the_show_under_the_cursor_is_read_ahead(void **state)
{
    struct till *till = *state;
    assert_int_equal(fake_counter_count(till->fake, CMD_READ_AHEAD), 1);
    till_keys(till, "Down");
    assert_int_equal(fake_counter_count(till->fake, CMD_READ_AHEAD), 2);
    till_keys(till, "z");
    assert_int_equal(fake_counter_count(till->fake, CMD_READ_AHEAD), 2); /* it is known already */
    till_keys(till, "Up Enter Esc");
    assert_screen(till, "shows");
    assert_int_equal(fake_counter_count(till->fake, CMD_READ_AHEAD), 4); /* the map took it */
}

static void esc_makes_a_narrowed_list_whole(void **state)
{
    till_sign_in(*state, "anna");
    till_keys(*state, "/ z z z Enter");
    assert_true(till_shows(*state, "No show matches."));
    till_keys(*state, "Esc");
    assert_screen(*state, "shows");
    assert_true(till_shows(*state, "Hamlet"));
}

static void a_wrong_pin_is_said_and_not_kept(void **state)
{
    struct till *till = *state;
    till_type(till, "anna");
    till_keys(till, "Enter 9 Enter");
    assert_screen(till, "sign-in");
    assert_string_equal(till_message(till), "Name or PIN is wrong.");
    till_type(till, "1111");
    till_keys(till, "Enter");
    assert_screen(till, "shows");
}

static void a_pin_is_never_drawn(void **state)
{
    struct till *till = *state;
    till_type(till, "anna");
    till_keys(till, "Enter");
    till_type(till, "4711");
    assert_false(till_shows(till, "4711"));
    assert_true(till_shows(till, "****"));
}

/* ---- a house without people ------------------------------------------------------------------ */

static struct founded {
    char name[32], pin[32];
    int count;
} founded;

static bool serve_new_house(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    (void)ctx;
    if (cmd->kind == CMD_FOUND) {
        snprintf(founded.name, sizeof founded.name, "%s", cmd->u.person.name);
        snprintf(founded.pin, sizeof founded.pin, "%s", cmd->u.person.pin);
        founded.count++;
        evt->u.actor = (struct actor){.name = "ruth", .till = "T3", .role = ROLE_MANAGER};
    }
    if (cmd->kind == CMD_IS_NEW)
        evt->u.is_new = true;
    return cmd->kind == CMD_IS_NEW || cmd->kind == CMD_FOUND;
}

/* The screen asks when it opens, so it is opened again once the fake answers. */
static void in_a_new_house(struct till *till)
{
    founded = (struct founded){.count = 0};
    till_sign_in(till, "anna");
    fake_counter_serve(till->fake, serve_new_house, NULL);
    till_keys(till, ":");
    till_type(till, "sign-out");
    till_keys(till, "Enter");
    assert_screen(till, "sign-in");
}

static void fill_in(struct till *till, const char *name, const char *pin, const char *again)
{
    till_type(till, name);
    till_keys(till, "Enter");
    till_type(till, pin);
    till_keys(till, "Enter");
    till_type(till, again);
    till_keys(till, "Enter");
}

static void a_new_house_offers_to_make_its_first_manager(void **state)
{
    struct till *till = *state;
    in_a_new_house(till);
    till_golden(till, "first-manager-80x24-ascii");
    fill_in(till, "ruth", "4711", "4711");
    assert_int_equal(founded.count, 1);
    assert_string_equal(founded.name, "ruth");
    assert_string_equal(founded.pin, "4711");
    assert_screen(till, "shows");
}

static void a_first_pin_that_was_mistyped_makes_nobody(void **state)
{
    struct till *till = *state;
    in_a_new_house(till);
    fill_in(till, "ruth", "4711", "4712");
    assert_int_equal(founded.count, 0);
    till_assert_message(till, "differ");
    till_type(till, "4711");
    till_keys(till, "Enter");
    till_type(till, "4711");
    till_keys(till, "Enter");
    assert_int_equal(founded.count, 1);
}

static void nobody_sees_a_screen_without_signing_in(void **state)
{
    struct till *till = *state;
    struct key_event event = {.kind = KEY_EVENT_PRESS, .code = KEYCODE_ESC};
    console_key(till->console, &event);
    assert_screen(till, "sign-in");
}

static void signing_out_forgets_everything(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b :");
    till_type(till, "sign-out");
    till_keys(till, "Enter");
    assert_screen(till, "sign-in");
    assert_false(console_model(till->console)->open);
    assert_int_equal(basket(till), 0);
    assert_false(till_shows(till, "anna"));
}

static void seats_left_behind_come_back_with_their_clerk(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b :");
    till_type(till, "sign-out");
    till_keys(till, "Enter");
    till_sign_in(till, "anna");
    assert_int_equal(basket(till), 2);
    assert_true(till_shows(till, "BASKET 2 seats"));
}

/* ---- selling keys ------------------------------------------------------------------------- */

static void two_keys_hold_the_best_two(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b");
    assert_int_equal(basket(till), 2);
    assert_int_equal(fake_counter_count(till->fake, CMD_HOLD_BEST), 1);
    assert_true(till_shows(till, "BASKET 2 seats  EUR 104.00   HOLD 15:00  x = +5 min"));
}

static void next_holds_another_offer_before_the_first_goes(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b");
    struct uuid first = console_model(till->console)->holds[0].id;
    till_keys(till, "n");
    assert_int_equal(basket(till), 2);
    assert_false(uuid_equal(&console_model(till->console)->holds[0].id, &first));
    assert_int_equal(fake_counter_count(till->fake, CMD_RELEASE), 1);
    till_keys(till, "n n");
    assert_int_equal(basket(till), 2);
}

static void space_picks_and_lets_go(void **state)
{
    struct till *till = *state;
    till_keys(till, "Space");
    assert_int_equal(basket(till), 1);
    till_keys(till, "Right Space");
    assert_int_equal(basket(till), 2);
    till_keys(till, "Space");
    assert_int_equal(basket(till), 1);
}

static void a_taken_seat_is_refused_with_the_reason(void **state)
{
    struct till *till = *state;
    till_keys(till, "3 Right Space"); /* the fourth is sold */
    assert_int_equal(basket(till), 0);
    assert_string_equal(till_message(till), "Somebody else has this seat.");
}

static void releasing_everything_asks_and_no_is_the_answer(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b Down r");
    assert_true(till_shows(till, "Let go of all 2 seats in the basket?"));
    till_golden(till, "confirm-80x24-ascii");
    till_keys(till, "Enter");
    assert_int_equal(basket(till), 2);
    till_keys(till, "r Esc");
    assert_int_equal(basket(till), 2);
    till_keys(till, "r y");
    assert_int_equal(basket(till), 0);
}

static void a_count_belongs_to_one_key(void **state)
{
    struct till *till = *state;
    till_keys(till, "1 2");
    assert_true(strncmp(till_row(till, 23), "12 ", 3) == 0);
    till_keys(till, "Esc b 1 Enter");
    assert_int_equal(basket(till), 1);
}

static void a_scan_or_a_paste_presses_no_key(void **state)
{
    struct till *till = *state;
    till_keys(till, "2");
    till_paste(till, "2b r y x\n:quit\n");
    assert_screen(till, "map");
    till_keys(till, "2");
    till_scan(till, "BBBBBB");
    assert_screen(till, "orders"); /* it is looked for, and nothing else */
    assert_int_equal(basket(till), 0);
    assert_false(console_done(till->console));
}

static void a_paste_cannot_say_yes(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b Down r");
    till_paste(till, "y");
    till_scan(till, "YYYYYY");
    assert_int_equal(basket(till), 2);
    assert_true(till_shows(till, "Let go of all 2 seats"));
}

/* ---- time --------------------------------------------------------------------------------- */

/* At rest the console wakes for the clock alone; with a hold once a second. */
static void waking_up_is_rare(void **state)
{
    struct till *till = *state;
    till_pass(till, MINUTE);
    int64_t due = console_due(till->console) - till->clock.mono;
    assert_in_range(due, 1, MINUTE);
    till_keys(till, "2 b");
    till_pass(till, 10 * SECOND);
    due = console_due(till->console) - till->clock.mono;
    assert_in_range(due, 1, SECOND);
}

static void information_fades_and_errors_stay_for_a_key(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b");
    assert_string_not_equal(till_message(till), "");
    till_pass(till, 10 * SECOND);
    assert_string_equal(till_message(till), "");
    till_keys(till, "3 Right Space");
    till_pass(till, 10 * MINUTE);
    assert_string_equal(till_message(till), "Somebody else has this seat.");
    till_keys(till, "Left");
    assert_string_equal(till_message(till), "");
    till_keys(till, "g e");
    assert_true(till_shows(till, "! Somebody else has this seat."));
}

/* ---- news --------------------------------------------------------------------------------- */

static void another_tills_act_is_seen(void **state)
{
    struct till *till = *state;
    int before = console_model(till->console)->sections[0].of[GLYPH_SOLD];
    fake_counter_seat(till->fake, 0, SEAT_SOLD);
    till_hear(till);
    assert_int_equal(model_glyph(console_model(till->console), 0), GLYPH_SOLD);
    assert_int_equal(console_model(till->console)->sections[0].of[GLYPH_SOLD], before + 1);
}

static void a_seat_taken_away_leaves_the_basket_with_a_word(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b");
    fake_counter_take_away(till->fake, 1, "Supervisor MARK released A2 (till stuck).");
    till_hear(till);
    assert_int_equal(basket(till), 1);
    assert_string_equal(till_message(till), "Supervisor MARK released A2 (till stuck).");
    assert_true(console_take_bell(till->console));
}

static void a_till_that_comes_home_asks_for_its_basket(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b");
    int asked = fake_counter_count(till->fake, CMD_BASKET);
    fake_counter_home(till->fake);
    till_hear(till);
    assert_int_equal(fake_counter_count(till->fake, CMD_BASKET), asked + 1);
    assert_int_equal(basket(till), 1);
    assert_int_equal(model_glyph(console_model(till->console), 1), GLYPH_HELD);
    assert_true(strstr(till_message(till), "Meanwhile somebody else has got ") != NULL);
    assert_true(console_take_bell(till->console));
}

static void health_is_one_word_and_said_once(void **state)
{
    struct till *till = *state;
    fake_counter_health(till->fake, HEALTH_OFFLINE, "OFFLINE: 42 set-aside seats left.");
    till_hear(till);
    assert_true(strstr(till_row(till, 0), "OFFLINE") != NULL);
    assert_string_equal(till_message(till), "OFFLINE: 42 set-aside seats left.");
    till_keys(till, "Left");
    fake_counter_health(till->fake, HEALTH_OFFLINE, "OFFLINE: 42 set-aside seats left.");
    till_hear(till);
    assert_string_equal(till_message(till), "");
}

/* ---- waiting ------------------------------------------------------------------------------ */

static void a_slow_answer_is_waited_for_without_stopping(void **state)
{
    struct till *till = *state;
    fake_counter_slow(till->fake, true);
    till_keys(till, "2 b");
    assert_true(console_waiting(till->console));
    assert_string_equal(till_row(till, 22), "");
    till_pass(till, 200);
    assert_true(till_shows(till, "| Waiting for the box office"));
    till_pass(till, 2 * SECOND);
    assert_true(strstr(till_row(till, 0), "LOCAL SLOW") != NULL);
    till_keys(till, "Right Down");
    assert_true(till_shows(till, "> B"));
    fake_counter_let_go(till->fake);
    till_hear(till);
    assert_int_equal(basket(till), 2);
    assert_false(console_waiting(till->console));
}

static void esc_stops_waiting_and_the_answer_still_counts(void **state)
{
    struct till *till = *state;
    fake_counter_slow(till->fake, true);
    till_keys(till, "2 b Esc");
    assert_false(console_waiting(till->console));
    assert_screen(till, "map");
    fake_counter_let_go(till->fake);
    till_hear(till);
    assert_int_equal(basket(till), 2);
}

static void what_cannot_be_sent_is_said(void **state)
{
    struct till *till = *state;
    fake_counter_full(till->fake, true);
    till_keys(till, "2 b");
    assert_false(console_waiting(till->console));
    assert_true(strstr(till_message(till), "nothing was done") != NULL);
}

static void an_answer_to_a_closed_screen_finds_nobody(void **state)
{
    struct till *till = *state;
    fake_counter_slow(till->fake, true);
    till_keys(till, "z g s");
    fake_counter_let_go(till->fake);
    till_hear(till);
    till_keys(till, "Esc");
    fake_counter_let_go(till->fake);
    till_hear(till);
    assert_screen(till, "shows");
}

/* ---- getting about ------------------------------------------------------------------------ */

static void help_is_made_from_the_screen_below(void **state)
{
    struct till *till = *state;
    till_keys(till, "?");
    assert_screen(till, "help");
    assert_true(till_shows(till, "Hold the best seats"));
    till_golden(till, "help-80x24-ascii");
    till_keys(till, "/");
    till_type(till, "extend");
    assert_false(till_shows(till, "Hold the best seats"));
    till_keys(till, "Esc Esc");
    assert_screen(till, "map");
}

static void g_and_a_letter_goes_and_the_menu_comes_late(void **state)
{
    struct till *till = *state;
    till_keys(till, "g");
    assert_false(till_shows(till, "Go to"));
    till_pass(till, 400);
    assert_true(till_shows(till, "Go to"));
    till_keys(till, "s");
    assert_screen(till, "shows");
    till_keys(till, "g Esc");
    assert_screen(till, "shows");
}

static void the_command_line_completes_and_remembers(void **state)
{
    struct till *till = *state;
    till_keys(till, ":");
    till_type(till, "sho");
    till_keys(till, "Tab");
    assert_string_equal(till_row(till, 22), ":shows");
    till_keys(till, "Esc :");
    till_type(till, "hold new hamlet A-1");
    till_keys(till, "Enter");
    assert_int_equal(fake_counter_count(till->fake, CMD_LINE), 1);
    assert_string_equal(till_message(till), "did: hold new hamlet A-1");
    till_keys(till, ": Up");
    assert_string_equal(till_row(till, 22), ":hold new hamlet A-1");
    till_keys(till, "Esc");
    assert_int_equal(fake_counter_count(till->fake, CMD_LINE), 1);
}

static void quit_is_a_command(void **state)
{
    struct till *till = *state;
    till_keys(till, "q q q");
    assert_false(console_done(till->console));
    till_keys(till, ":");
    till_type(till, "quit");
    till_keys(till, "Enter");
    assert_true(console_done(till->console));
}

static void ctrl_c_never_quits(void **state)
{
    struct till *till = *state;
    till_keys(till, "C-c C-c : C-c r C-c g C-c");
    assert_screen(till, "map");
    assert_false(console_done(till->console));
}

/* ---- the frame ---------------------------------------------------------------------------- */

static void four_rows_stay_at_every_size(void **state)
{
    static const int sizes[][2] = {{24, 80}, {43, 132}, {16, 60}, {12, 40}, {60, 200}};
    struct till *till = *state;
    till_keys(till, "2 b");
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        int rows = sizes[i][0];
        till_resize(till, rows, sizes[i][1]);
        assert_true(strncmp(till_row(till, 0), "SELL", 4) == 0);
        assert_true(strstr(till_row(till, 0), "LOCAL 18:41") != NULL);
        assert_true(strncmp(till_row(till, rows - 3), "BASKET 2 seats", 14) == 0);
        assert_true(strstr(till_row(till, rows - 1), "? help") != NULL);
    }
}

static void under_forty_by_twelve_the_hold_still_counts(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b");
    till_resize(till, 6, 60);
    assert_true(till_shows(till, "needs 40x12"));
    assert_true(till_shows(till, "HOLD 15:00"));
}

static void the_cursor_stands_on_the_focus(void **state)
{
    struct till *till = *state;
    const struct cell *cell =
        canvas_at(till->canvas, till->canvas->cursor_row, till->canvas->cursor_column);
    assert_string_equal(cell->text, "o");
    till_keys(till, "3 Right");
    cell = canvas_at(till->canvas, till->canvas->cursor_row, till->canvas->cursor_column);
    assert_string_equal(cell->text, "x");
}

/* Any keys at all: nothing is released without its yes, nothing crashes, sums stay right. */
static void random_keys_release_nothing_unasked(void **state)
{
    static const char *const keys[] = {
        "Left", "Right", "Up", "Down", "Enter", "Esc", "b", "n", "2", "Space", "r", "v", "L", "-",
        "Tab",  "[",     "/",  "g",    "s",     "m",   "?", ":", "x", "i",     "z", "N", "<", ">"};
    struct till *till = *state;
    uint64_t seed = 7;
    for (int i = 0; i < 3000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        till_keys(till, keys[(seed >> 33) % COUNT_OF(keys)]);
        if (seed >> 60 == 0)
            till_resize(till, 1 + (int)(seed >> 40) % 50, 1 + (int)(seed >> 48) % 140);
        const struct model *model = console_model(till->console);
        int mine = 0;
        for (int h = 0; h < model->hold_count; h++)
            mine += model->holds[h].show == model->map.show.no ? model->holds[h].seat_count : 0;
        if (model->open)
            assert_int_equal(model->total.of[GLYPH_MINE], mine);
    }
}

#define AT(place, test) cmocka_unit_test_setup_teardown(test, place, till_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT(a_till, signing_in_shows_the_shows),
        AT(a_clerk, the_show_under_the_cursor_is_read_ahead),
        AT(a_till, esc_makes_a_narrowed_list_whole),
        AT(a_till, a_wrong_pin_is_said_and_not_kept),
        AT(a_till, a_pin_is_never_drawn),
        AT(a_till, a_new_house_offers_to_make_its_first_manager),
        AT(a_till, a_first_pin_that_was_mistyped_makes_nobody),
        AT(a_till, nobody_sees_a_screen_without_signing_in),
        AT(a_map, signing_out_forgets_everything),
        AT(a_map, seats_left_behind_come_back_with_their_clerk),
        AT(a_map, two_keys_hold_the_best_two),
        AT(a_map, next_holds_another_offer_before_the_first_goes),
        AT(a_map, space_picks_and_lets_go),
        AT(a_map, a_taken_seat_is_refused_with_the_reason),
        AT(a_map, releasing_everything_asks_and_no_is_the_answer),
        AT(a_map, a_count_belongs_to_one_key),
        AT(a_map, a_scan_or_a_paste_presses_no_key),
        AT(a_map, a_paste_cannot_say_yes),
        AT(a_map, waking_up_is_rare),
        AT(a_map, information_fades_and_errors_stay_for_a_key),
        AT(a_map, another_tills_act_is_seen),
        AT(a_map, a_seat_taken_away_leaves_the_basket_with_a_word),
        AT(a_map, a_till_that_comes_home_asks_for_its_basket),
        AT(a_map, health_is_one_word_and_said_once),
        AT(a_map, a_slow_answer_is_waited_for_without_stopping),
        AT(a_map, esc_stops_waiting_and_the_answer_still_counts),
        AT(a_map, what_cannot_be_sent_is_said),
        AT(a_map, an_answer_to_a_closed_screen_finds_nobody),
        AT(a_map, help_is_made_from_the_screen_below),
        AT(a_map, g_and_a_letter_goes_and_the_menu_comes_late),
        AT(a_map, the_command_line_completes_and_remembers),
        AT(a_map, quit_is_a_command),
        AT(a_map, ctrl_c_never_quits),
        AT(a_map, four_rows_stay_at_every_size),
        AT(a_map, under_forty_by_twelve_the_hold_still_counts),
        AT(a_map, the_cursor_stands_on_the_focus),
        AT(a_map, random_keys_release_nothing_unasked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
