/* The till screen: float, money in and out, the blind count, the difference, the cash-up. */
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

/* A drawer behind the counter: one shift, the sums a test gives it, and what it was told last. */
struct drawer {
    struct till *till;
    bool open;
    struct shift shift;
    int64_t counted[TENDER_COUNT];
    char reason[REASON_TEXT], note[NOTE_TEXT], line[96];
};

static void answer_shift(struct drawer *drawer, struct evt *evt)
{
    evt->outcome.shift = arena_alloc(evt->arena, sizeof drawer->shift);
    *evt->outcome.shift = drawer->shift;
}

static void remember_words(struct drawer *drawer, const struct cmd *cmd)
{
    snprintf(drawer->reason, sizeof drawer->reason, "%s", cmd->meta.reason ? cmd->meta.reason : "");
    snprintf(drawer->note, sizeof drawer->note, "%s", cmd->meta.note ? cmd->meta.note : "");
}

static void look(struct drawer *drawer, struct evt *evt)
{
    if (drawer->open)
        answer_shift(drawer, evt);
    evt->u.drawer.difference_limit = 500;
    strcpy(evt->u.drawer.currency, "EUR");
    strcpy(evt->u.drawer.house, "The Playhouse");
}

static void open_drawer(struct drawer *drawer, int64_t float_amount)
{
    drawer->open = true;
    drawer->shift = (struct shift){.id = {{7}},
                                   .till = "T3",
                                   .staff = "anna",
                                   .currency = "EUR",
                                   .opened_at = drawer->till->clock.wall,
                                   .float_amount = float_amount};
}

static void close_drawer(struct drawer *drawer, const struct cmd *cmd)
{
    drawer->open = false;
    drawer->shift.closed_at = drawer->till->clock.wall;
    memcpy(drawer->counted, cmd->u.money.counted, sizeof drawer->counted);
    memcpy(drawer->shift.counted, cmd->u.money.counted, sizeof drawer->counted);
}

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    struct drawer *drawer = ctx;
    if (cmd->kind == CMD_SHIFT) {
        look(drawer, evt);
        return true;
    }
    if (cmd->kind == CMD_PRINT_SHIFT) {
        snprintf(drawer->line, sizeof drawer->line, "%s", cmd->u.text);
        return true;
    }
    if (cmd->kind == CMD_EXPORT) {
        snprintf(drawer->line, sizeof drawer->line, "%s", cmd->u.export.line);
        evt->u.text = "/house/exports/cash-up.txt";
        return true;
    }
    remember_words(drawer, cmd);
    if (cmd->kind == CMD_SHIFT_OPEN)
        open_drawer(drawer, cmd->u.money.amount);
    else if (cmd->kind == CMD_SHIFT_MOVE)
        drawer->shift.moved[cmd->u.money.kind] += cmd->u.money.amount;
    else if (cmd->kind == CMD_SHIFT_CLOSE)
        close_drawer(drawer, cmd);
    else
        return false;
    answer_shift(drawer, evt);
    return true;
}

static int a_drawer_of(void **state, int rows, int columns)
{
    struct drawer *drawer = x_alloc(sizeof *drawer);
    drawer->till = till_new(rows, columns, TIER_ASCII);
    fake_counter_serve(drawer->till->fake, serve, drawer);
    till_sign_in(drawer->till, "anna");
    till_keys(drawer->till, "Esc"); /* the float is counted later */
    *state = drawer;
    return 0;
}

static int no_shift(void **state)
{
    a_drawer_of(state, 24, 80);
    till_keys(((struct drawer *)*state)->till, "g t");
    return 0;
}

/* 150.00 in the drawer, and 84.00 taken since. */
static int a_shift(void **state)
{
    a_drawer_of(state, 24, 80);
    struct drawer *drawer = *state;
    open_drawer(drawer, 15000);
    drawer->shift.taken[TENDER_CASH] = 8400;
    drawer->shift.taken[TENDER_CARD] = 77777;
    till_keys(drawer->till, "g t");
    return 0;
}

static int away(void **state)
{
    struct drawer *drawer = *state;
    till_free(&drawer->till);
    free(drawer);
    return 0;
}

static int sent(const struct drawer *drawer, enum cmd_kind kind)
{
    return fake_counter_count(drawer->till->fake, kind);
}

/* 234.00: two hundreds, a twenty, a ten, two twos. */
static void count_exactly(struct till *till)
{
    till_keys(till, "c Down 2 Down Down 1 Down 1 Down Down 2");
}

/* ---- opening ------------------------------------------------------------------------------ */

static void a_float_is_typed_before_a_shift_opens(void **state)
{
    struct drawer *drawer = *state;
    till_golden(drawer->till, "till-closed-80x24-ascii");
    till_keys(drawer->till, "Enter");
    assert_int_equal(sent(drawer, CMD_SHIFT_OPEN), 0);
    assert_string_equal(till_message(drawer->till), "Please type an amount; 0 if there is none.");
    till_type(drawer->till, "a lot");
    till_keys(drawer->till, "Enter");
    assert_int_equal(sent(drawer, CMD_SHIFT_OPEN), 0);
}

static void five_keys_open_a_shift_with_its_float(void **state)
{
    struct drawer *drawer = *state;
    till_keys(drawer->till, "1 5 0 . 5 Enter");
    assert_int_equal(drawer->shift.float_amount, 15050);
    assert_true(till_shows(drawer->till, "Shift of anna since Fri 20 Nov 18:41"));
}

static void a_scan_types_no_float(void **state)
{
    struct drawer *drawer = *state;
    till_scan(drawer->till, "4006381333931");
    till_keys(drawer->till, "Enter");
    assert_int_equal(sent(drawer, CMD_SHIFT_OPEN), 0);
}

/* ---- in and out --------------------------------------------------------------------------- */

static void the_open_shift_does_not_tell_what_should_be_there(void **state)
{
    struct drawer *drawer = *state;
    till_golden(drawer->till, "till-open-80x24-ascii");
    assert_false(till_shows(drawer->till, "84.00"));
    assert_false(till_shows(drawer->till, "234.00"));
    assert_false(till_shows(drawer->till, "777.77"));
}

static void a_drop_is_written_down_without_a_reason(void **state)
{
    struct drawer *drawer = *state;
    till_keys(drawer->till, "d 1 0 0 Enter Enter");
    assert_int_equal(drawer->shift.moved[MOVE_DROP], 10000);
    assert_true(till_shows(drawer->till, "Dropped into the safe       100.00"));
}

static void money_paid_out_needs_a_reason(void **state)
{
    struct drawer *drawer = *state;
    till_keys(drawer->till, "o 2 0 Enter Enter");
    assert_int_equal(sent(drawer, CMD_SHIFT_MOVE), 0);
    till_type(drawer->till, "stamps");
    till_keys(drawer->till, "Enter");
    assert_int_equal(drawer->shift.moved[MOVE_PAID_OUT], 2000);
    assert_string_equal(drawer->reason, "stamps");
}

static void leaving_the_form_writes_nothing_down(void **state)
{
    struct drawer *drawer = *state;
    till_keys(drawer->till, "i 2 0 Esc");
    assert_int_equal(sent(drawer, CMD_SHIFT_MOVE), 0);
    assert_true(till_shows(drawer->till, "Paid in                       0.00"));
}

/* ---- counting ----------------------------------------------------------------------------- */

static void pieces_are_added_up_while_they_are_typed(void **state)
{
    struct drawer *drawer = *state;
    count_exactly(drawer->till);
    assert_true(till_shows(drawer->till, "Cash counted  EUR 234.00"));
    assert_false(till_shows(drawer->till, "agrees"));
    till_golden(drawer->till, "till-count-80x24-ascii");
}

static void an_exact_count_closes_after_one_yes(void **state)
{
    struct drawer *drawer = *state;
    count_exactly(drawer->till);
    till_keys(drawer->till, "= Enter");
    assert_true(till_shows(drawer->till, "The cash agrees."));
    assert_int_equal(sent(drawer, CMD_SHIFT_CLOSE), 0);
    till_keys(drawer->till, "Enter");
    assert_int_equal(sent(drawer, CMD_SHIFT_CLOSE), 0);
    till_keys(drawer->till, "Enter y");
    assert_int_equal(sent(drawer, CMD_SHIFT_CLOSE), 1);
    assert_int_equal(drawer->counted[TENDER_CASH], 23400);
    assert_int_equal(drawer->counted[TENDER_CARD], 77777);
    assert_true(till_shows(drawer->till, "CASH-UP"));
}

static void a_difference_over_the_limit_needs_a_reason(void **state)
{
    struct drawer *drawer = *state;
    till_keys(drawer->till, "c Down 2 =");
    till_golden(drawer->till, "till-review-80x24-ascii");
    till_keys(drawer->till, "Enter");
    assert_string_equal(till_message(drawer->till),
                        "Please type a reason for the difference, or count again.");
    till_type(drawer->till, "given away");
    till_keys(drawer->till, "Enter y");
    assert_int_equal(drawer->counted[TENDER_CASH], 20000);
    assert_string_equal(drawer->reason, "given away");
    assert_string_equal(drawer->note, "");
}

static void the_first_count_stays_in_the_log(void **state)
{
    struct drawer *drawer = *state;
    till_keys(drawer->till, "c Down 2 = Esc Esc");
    till_keys(drawer->till, "c Down Down 1 Down 1 Down Down 2 = Enter y");
    assert_int_equal(drawer->counted[TENDER_CASH], 23400);
    assert_string_equal(drawer->note, "counted 2 times, cash first 200.00");
}

static void a_line_that_is_no_number_is_pointed_at(void **state)
{
    struct drawer *drawer = *state;
    till_keys(drawer->till, "c");
    int asked = sent(drawer, CMD_SHIFT);
    till_keys(drawer->till, "1 . 5 Down 3 =");
    assert_true(till_shows(drawer->till, "a number?"));
    assert_false(till_shows(drawer->till, "expected"));
    assert_int_equal(sent(drawer, CMD_SHIFT), asked);
}

static void the_cash_up_goes_to_the_printer_and_again_on_a_key(void **state)
{
    const struct print_sums printer = {.printer = "PRN-1"};
    struct drawer *drawer = *state;
    fake_counter_print(drawer->till->fake, &printer);
    till_hear(drawer->till);
    count_exactly(drawer->till);
    till_keys(drawer->till, "= Enter y");
    assert_string_equal(till_message(drawer->till),
                        "The shift is closed. This is the cash-up; it goes to the printer.");
    assert_true(till_shows(drawer->till, "p print"));
    till_keys(drawer->till, "p");
    assert_int_equal(strncmp(drawer->line, "07000000-", 9), 0);
    assert_string_equal(till_message(drawer->till), "It goes to the printer; g p shows the queue.");
}

static void a_refused_close_leaves_the_count_as_it_was(void **state)
{
    struct drawer *drawer = *state;
    count_exactly(drawer->till);
    till_keys(drawer->till, "=");
    fake_counter_serve(drawer->till->fake, NULL, NULL);
    till_keys(drawer->till, "Enter y");
    assert_string_equal(till_message(drawer->till), "The fake counter does not know that.");
    assert_true(till_shows(drawer->till, "234.00"));
}

/* ---- paper -------------------------------------------------------------------------------- */

static void the_cash_up_is_saved_by_the_counter(void **state)
{
    struct drawer *drawer = *state;
    count_exactly(drawer->till);
    till_keys(drawer->till, "= Enter y e");
    assert_string_equal(drawer->line, "shift show 07000000-0000-0000-0000-000000000000");
    assert_string_equal(till_message(drawer->till), "Saved as /house/exports/cash-up.txt");
}

static void every_stage_fits_a_small_screen(void **state)
{
    struct drawer *drawer = *state;
    till_resize(drawer->till, 12, 40);
    till_golden(drawer->till, "till-open-40x12-ascii");
    till_keys(drawer->till, "c Down 2 Down Down Down 1");
    till_golden(drawer->till, "till-count-40x12-ascii");
    till_keys(drawer->till, "=");
    till_golden(drawer->till, "till-review-40x12-ascii");
}

int main(void)
{
#define CLOSED(name) cmocka_unit_test_setup_teardown(name, no_shift, away)
#define OPEN(name)   cmocka_unit_test_setup_teardown(name, a_shift, away)
    const struct CMUnitTest tests[] = {
        CLOSED(a_float_is_typed_before_a_shift_opens),
        CLOSED(five_keys_open_a_shift_with_its_float),
        CLOSED(a_scan_types_no_float),
        OPEN(the_open_shift_does_not_tell_what_should_be_there),
        OPEN(a_drop_is_written_down_without_a_reason),
        OPEN(money_paid_out_needs_a_reason),
        OPEN(leaving_the_form_writes_nothing_down),
        OPEN(pieces_are_added_up_while_they_are_typed),
        OPEN(an_exact_count_closes_after_one_yes),
        OPEN(a_difference_over_the_limit_needs_a_reason),
        OPEN(the_first_count_stays_in_the_log),
        OPEN(a_line_that_is_no_number_is_pointed_at),
        OPEN(the_cash_up_goes_to_the_printer_and_again_on_a_key),
        OPEN(a_refused_close_leaves_the_count_as_it_was),
        OPEN(the_cash_up_is_saved_by_the_counter),
        OPEN(every_stage_fits_a_small_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
