/* Texts at the edges of their place, and acts on a basket that is larger than most. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/lib/till.h"
#include "ui/format.h"

enum { HOLDS = 12, HAMLET = 1, LEAR = 2, MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS };

/* ---- a basket that was left ------------------------------------------------------------------ */

static void one_seat(struct hold *hold, struct arena *arena, int number, int32_t show, int64_t now)
{
    struct hold_seat *seat = arena_array(arena, 1, sizeof *seat);
    *seat = (struct hold_seat){.seat = number, .live = true};
    snprintf(seat->label, sizeof seat->label, "Stalls-A-%d", number);
    *hold = (struct hold){.id = {.b = {(uint8_t)number}},
                          .show = show,
                          .status = HOLD_ACTIVE,
                          .holder = "anna",
                          .created_at = now,
                          .expires_at = now + 15 * MINUTE_MS,
                          .seats = seat,
                          .seat_count = 1};
}

static int of_hamlet; /* how many of them; the rest is of another show */

/* One hold a seat, as when each was picked by itself. */
static bool serve_basket(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    const struct till *till = ctx;
    if (cmd->kind != CMD_BASKET)
        return false;
    struct hold *holds = arena_array(evt->arena, HOLDS, sizeof *holds);
    for (int i = 0; i < HOLDS; i++)
        one_seat(&holds[i], evt->arena, i + 1, i < of_hamlet ? HAMLET : LEAR, till->clock.wall);
    evt->u.holds.at = holds;
    evt->u.holds.count = HOLDS;
    return true;
}

static struct till *a_till_that_was_left(int with_of_hamlet)
{
    struct till *till = till_new(24, 80, TIER_ASCII);
    of_hamlet = with_of_hamlet;
    fake_counter_serve(till->fake, serve_basket, till);
    till_sign_in(till, "anna");
    return till;
}

static int times(const char *text, const char *word)
{
    int count = 0;
    for (; (text = strstr(text, word)) != NULL; text++)
        count++;
    return count;
}

static void what_was_left_is_told_show_by_show(void **state)
{
    struct till *till = a_till_that_was_left(8);
    assert_true(till_shows(till, "You left 12 seats held"));
    assert_int_equal(times(till_text(till), "Hamlet"), 1);
    assert_int_equal(times(till_text(till), "Lear"), 1);
    for (int seat = 1; seat <= HOLDS; seat++) {
        char label[32];
        snprintf(label, sizeof label, "Stalls-A-%d", seat);
        assert_true(till_shows(till, label));
    }
    till_free(&till);
}

static void all_of_a_large_basket_is_let_go(void **state)
{
    struct till *till = a_till_that_was_left(0);
    till_keys(till, "r");
    assert_true(till_shows(till, "Let go of all 12 seats in the basket?"));
    till_keys(till, "y");
    assert_int_equal(fake_counter_count(till->fake, CMD_RELEASE), HOLDS);
    till_free(&till);
}

static void all_of_a_large_basket_is_extended(void **state)
{
    struct till *till = a_till_that_was_left(0);
    till_keys(till, "g s Enter x");
    assert_int_equal(fake_counter_count(till->fake, CMD_EXTEND), HOLDS);
    till_free(&till);
}

static void all_of_a_large_basket_is_extended_while_it_is_paid(void **state)
{
    struct till *till = a_till_that_was_left(0);
    till_keys(till, "g s Enter 2 b p x");
    assert_int_equal(fake_counter_count(till->fake, CMD_EXTEND), HOLDS + 1);
    till_free(&till);
}

static void the_basket_sums_what_it_counts(void **state)
{
    struct till *till = a_till_that_was_left(0);
    till_keys(till, "g s Enter 2 b");
    assert_non_null(strstr(till_row(till, 21), "BASKET 2 seats  EUR"));
    assert_non_null(strstr(till_row(till, 21), "  +12 of other shows   HOLD 15:00"));
    till_resize(till, 12, 40);
    assert_non_null(strstr(till_row(till, 9), "  +12   HOLD"));
    till_free(&till);
}

/* ---- little room ----------------------------------------------------------------------------- */

static void a_message_that_goes_on_says_so(void **state)
{
    struct till *till = till_new(24, 80, TIER_ASCII);
    char text[101];
    memset(text, 'x', sizeof text - 1);
    text[100] = '\0';
    console_say(till->console, false, text);
    till_hear(till);
    assert_string_equal(till_row(till, 22) + 77, "...");
    text[80] = '\0';
    console_say(till->console, false, text);
    till_hear(till);
    assert_string_equal(till_row(till, 22), text);
    till_free(&till);
}

static void ways_to_pay_are_told_on_the_smallest_screen(void **state)
{
    struct till *till = till_new(12, 40, TIER_ASCII);
    till_sign_in(till, "anna");
    till_keys(till, "Enter 2 b p");
    assert_true(till_shows(till, "c cash  d card  v voucher  s split"));
    till_keys(till, "c");
    assert_true(till_shows(till, "Given"));
    till_free(&till);
}

static void time_left_keeps_its_five_columns(void **state)
{
    static const struct {
        int64_t left;
        const char *text;
    } cases[] = {{0, "00:00"},
                 {7 * MINUTE_MS + 42000, "07:42"},
                 {HOUR_MS - 1000, "59:59"},
                 {HOUR_MS, "1h00"},
                 {HOUR_MS + 7 * MINUTE_MS, "1h07"},
                 {12 * HOUR_MS + 30 * MINUTE_MS, "12h30"},
                 {100 * HOUR_MS, "99h+"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[FORMAT_TEXT];
        assert_string_equal(format_left_brief(cases[i].left, text), cases[i].text);
        assert_true(strlen(text) <= 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_left_is_told_show_by_show),
        cmocka_unit_test(all_of_a_large_basket_is_let_go),
        cmocka_unit_test(all_of_a_large_basket_is_extended),
        cmocka_unit_test(all_of_a_large_basket_is_extended_while_it_is_paid),
        cmocka_unit_test(the_basket_sums_what_it_counts),
        cmocka_unit_test(a_message_that_goes_on_says_so),
        cmocka_unit_test(ways_to_pay_are_told_on_the_smallest_screen),
        cmocka_unit_test(time_left_keeps_its_five_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
