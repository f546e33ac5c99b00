/* The bag check on the door's screen: typed or from the scale, paid, not paid, and left alone. */
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

static const char good[] = "LY60A1LS8SV50100000B00C90", other[] = "L0000000000000000000000";

/* A house with one ticket and its bag; what was asked of it last. */
struct porch {
    struct till *till;
    struct checked checked;
    bool outside;  /* nobody is in with that ticket */
    bool declined; /* what is paid with is not good */
    bool away;     /* nothing can be asked */
    int scans, payments;
    bool watched; /* the scale */
    struct tender_line tender;
    char ticket[UUID_TEXT], reason[REASON_TEXT];
};

/* ---- behind the counter ---------------------------------------------------------------------- */

static void refuse_with(struct evt *evt, enum verdict verdict, const char *sentence)
{
    evt->outcome.verdict = verdict;
    snprintf(evt->outcome.message, sizeof evt->outcome.message, "%s", sentence);
}

static void scan(struct porch *porch, const struct cmd *cmd, struct evt *evt)
{
    struct scanned *scanned = arena_alloc(evt->arena, sizeof *scanned);
    bool ours = strcmp(cmd->u.scan.text, good) == 0;
    *scanned = (struct scanned){.code = ours ? DOOR_ADMIT : DOOR_FORGED, .sold = ours};
    scanned->ticket.id = (struct uuid){{1, 2, 3}};
    snprintf(scanned->ticket.label, sizeof scanned->ticket.label, "Stalls-A-1");
    evt->outcome.scanned = scanned;
    porch->scans++;
}

static void weigh(struct porch *porch, const struct cmd *cmd)
{
    struct checkin *checkin = &porch->checked.checkin;
    checkin->weight_g = cmd->u.bag.weight_g;
    checkin->fee = bag_fee(&porch->checked.rule, checkin->weight_g);
    checkin->status = checkin->fee ? CHECKIN_WAITING : CHECKIN_COMPLETED;
}

static void pay(struct porch *porch, const struct cmd *cmd, struct evt *evt)
{
    porch->payments++;
    assert_int_equal(cmd->u.bag.tender_count, 1);
    porch->tender = cmd->u.bag.tenders[0];
    if (porch->declined) {
        refuse_with(evt, VERDICT_INVALID, "This gift card is used up.");
        return;
    }
    porch->checked.checkin.status = CHECKIN_COMPLETED;
    evt->outcome.change = porch->tender.given ? porch->tender.given - porch->tender.amount : 0;
}

static void stop(struct porch *porch, const struct cmd *cmd)
{
    snprintf(porch->reason, sizeof porch->reason, "%s", cmd->meta.reason);
    porch->checked.checkin = (struct checkin){.status = CHECKIN_IN_PROGRESS};
}

static void bag(struct porch *porch, const struct cmd *cmd, struct evt *evt)
{
    snprintf(porch->ticket, sizeof porch->ticket, "%s", cmd->u.bag.ticket);
    if (porch->away)
        refuse_with(evt, VERDICT_UNAVAILABLE, "The house cannot be reached.");
    else if (porch->outside)
        refuse_with(evt, VERDICT_INVALID, "Nobody is in with this ticket; scan it first.");
    else if (cmd->kind == CMD_BAG_WEIGH && porch->checked.checkin.status != CHECKIN_IN_PROGRESS)
        refuse_with(evt, VERDICT_INVALID, "A bag of 30.0 kg waits for its fee.");
    else if (cmd->kind == CMD_BAG_WEIGH)
        weigh(porch, cmd);
    else if (cmd->kind == CMD_BAG_PAY)
        pay(porch, cmd, evt);
    else if (cmd->kind == CMD_BAG_STOP)
        stop(porch, cmd);
    if (evt->outcome.verdict)
        return;
    evt->outcome.checked = arena_alloc(evt->arena, sizeof *evt->outcome.checked);
    *evt->outcome.checked = porch->checked;
}

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    struct porch *porch = ctx;
    if (cmd->kind == CMD_SCAN)
        scan(porch, cmd, evt);
    else if (cmd->kind >= CMD_BAG_WEIGH && cmd->kind <= CMD_BAG_STOP)
        bag(porch, cmd, evt);
    else if (cmd->kind == CMD_CHECKIN)
        bag(porch, cmd, evt);
    else if (cmd->kind == CMD_SCALE)
        porch->watched = cmd->u.on;
    if (cmd->kind == CMD_SCAN || cmd->kind == CMD_DOOR) {
        evt->u.door.show = "lear";
        evt->u.door.title = "König Lear";
        evt->u.door.count.tickets = 89;
    }
    return cmd->kind == CMD_SCAN || cmd->kind == CMD_DOOR || cmd->kind == CMD_CHECKIN ||
           cmd->kind == CMD_SCALE || (cmd->kind >= CMD_BAG_WEIGH && cmd->kind <= CMD_BAG_STOP);
}

/* ---- arranging ------------------------------------------------------------------------------- */

static struct porch *a_porch(int rows, int columns, const char *who)
{
    struct porch *porch = x_alloc(sizeof *porch);
    porch->checked = (struct checked){.rule = {25000, 5000}, .currency = "EUR"};
    snprintf(porch->checked.label, sizeof porch->checked.label, "Stalls-A-1");
    porch->till = till_new(rows, columns, TIER_ASCII);
    fake_counter_serve(porch->till->fake, serve, porch);
    till_sign_in(porch->till, who);
    till_keys(porch->till, "g d");
    return porch;
}

static int at_a_door(void **state)
{
    struct porch *porch = *state = a_porch(24, 80, "anna");
    till_scan(porch->till, good);
    till_keys(porch->till, "w");
    return 0;
}

static int at_a_narrow_door(void **state)
{
    struct porch *porch = *state = a_porch(12, 40, "anna");
    till_scan(porch->till, good);
    till_keys(porch->till, "w");
    return 0;
}

static int before_a_scan(void **state)
{
    *state = a_porch(24, 80, "anna");
    return 0;
}

static int by_a_scanner(void **state)
{
    struct porch *porch = *state = a_porch(24, 80, "sid");
    till_scan(porch->till, good);
    till_keys(porch->till, "w");
    return 0;
}

static int away(void **state)
{
    struct porch *porch = *state;
    till_free(&porch->till);
    free(porch);
    return 0;
}

static void type_weight(struct porch *porch, const char *kilograms)
{
    till_type(porch->till, kilograms);
    till_keys(porch->till, "Enter");
}

static void lay_on(struct porch *porch, enum scale_state is, int32_t grams)
{
    const struct weighed weighed = {.has_scale = true, .reading = {.state = is, .grams = grams}};
    fake_counter_weigh(porch->till->fake, &weighed);
    till_hear(porch->till);
}

static enum checkin_status status_of(const struct porch *porch)
{
    return porch->checked.checkin.status;
}

/* ---- the weight ------------------------------------------------------------------------------ */

static void a_light_bag_goes_in_for_nothing(void **state)
{
    struct porch *porch = *state;
    assert_true(till_shows(porch->till, "IN PROGRESS"));
    assert_true(till_shows(porch->till, "25.0 kg or less: nothing to pay; more costs EUR 50.00."));
    till_golden(porch->till, "bag-weigh-80x24-ascii");
    type_weight(porch, "25");
    assert_int_equal(status_of(porch), CHECKIN_COMPLETED);
    assert_true(till_shows(porch->till, "COMPLETED"));
    assert_true(till_shows(porch->till, "25.0 kg: nothing to pay."));
    assert_string_equal(porch->ticket, "01020300-0000-0000-0000-000000000000");
    till_keys(porch->till, "Enter");
    assert_false(till_shows(porch->till, "COMPLETED"));
}

static void what_is_no_weight_is_not_sent(void **state)
{
    struct porch *porch = *state;
    till_keys(porch->till, "Enter");
    assert_string_equal(till_message(porch->till), "Type the weight in kilograms, like 27.5.");
    type_weight(porch, "27.5.1");
    assert_non_null(strstr(till_message(porch->till), "not \"27.5.1\""));
    assert_int_equal(fake_counter_count(porch->till->fake, CMD_BAG_WEIGH), 0);
}

static void the_scale_is_shown_as_it_settles_and_taken_when_it_rests(void **state)
{
    struct porch *porch = *state;
    assert_true(porch->watched);
    lay_on(porch, SCALE_MOVING, 30100);
    assert_true(till_shows(porch->till, "Scale  30.1 kg  moving..."));
    till_keys(porch->till, "Enter");
    assert_string_equal(till_message(porch->till), "The scale is not at rest yet.");
    lay_on(porch, SCALE_STILL, 30250);
    assert_true(till_shows(porch->till, "Scale  30.25 kg  at rest"));
    till_golden(porch->till, "bag-scale-80x24-ascii");
    till_keys(porch->till, "Enter");
    assert_int_equal(porch->checked.checkin.weight_g, 30250);
    assert_false(porch->watched);
}

static void what_is_typed_goes_before_what_the_scale_says(void **state)
{
    struct porch *porch = *state;
    lay_on(porch, SCALE_STILL, 30250);
    type_weight(porch, "12,5");
    assert_int_equal(porch->checked.checkin.weight_g, 12500);
}

static void a_scale_that_types_as_a_keyboard_does_fills_the_line(void **state)
{
    struct porch *porch = *state;
    till_scan(porch->till, "27.35");
    assert_int_equal(status_of(porch), CHECKIN_IN_PROGRESS);
    till_keys(porch->till, "Enter");
    assert_int_equal(porch->checked.checkin.weight_g, 27350);
}

static void an_empty_scale_is_no_bag_only_when_somebody_says_so(void **state)
{
    struct porch *porch = *state;
    lay_on(porch, SCALE_STILL, 0);
    till_keys(porch->till, "Enter");
    assert_int_equal(status_of(porch), CHECKIN_IN_PROGRESS);
    assert_non_null(strstr(till_message(porch->till), "type 0 if there is no bag"));
    type_weight(porch, "0");
    assert_true(till_shows(porch->till, "No bag: nothing to pay."));
}

static void what_is_wrong_with_the_scale_is_one_sentence(void **state)
{
    struct porch *porch = *state;
    struct weighed weighed = {.has_scale = true, .reading = {.state = SCALE_SILENT}};
    fake_counter_weigh(porch->till->fake, &weighed);
    till_hear(porch->till);
    assert_true(till_shows(porch->till, "The scale is silent: is it switched on and plugged in?"));
    weighed.reading = (struct scale_reading){.state = SCALE_FAULT, .why = "There is no line."};
    fake_counter_weigh(porch->till->fake, &weighed);
    till_hear(porch->till);
    assert_true(till_shows(porch->till, "There is no line."));
    type_weight(porch, "3");
    assert_int_equal(status_of(porch), CHECKIN_COMPLETED);
}

static void a_scale_is_watched_only_while_something_is_weighed(void **state)
{
    struct porch *porch = *state;
    till_keys(porch->till, "Esc");
    assert_false(porch->watched);
    till_keys(porch->till, "w");
    assert_true(porch->watched);
    till_keys(porch->till, "Esc g s");
    assert_false(porch->watched);
}

/* ---- the fee --------------------------------------------------------------------------------- */

static void a_heavy_bag_waits_until_its_fee_is_paid(void **state)
{
    struct porch *porch = *state;
    type_weight(porch, "27.5");
    assert_true(till_shows(porch->till, "WAITING FOR PAYMENT"));
    assert_true(till_shows(porch->till, "27.5 kg: EUR 50.00 to pay."));
    till_golden(porch->till, "bag-waiting-80x24-ascii");
    till_keys(porch->till, "Enter c 1 0 0");
    till_golden(porch->till, "bag-pay-80x24-ascii");
    till_keys(porch->till, "Enter");
    assert_int_equal(porch->tender.tender, TENDER_CASH);
    assert_int_equal(porch->tender.given, 10000);
    assert_true(till_shows(porch->till, "27.5 kg: EUR 50.00 paid."));
    assert_true(till_shows(porch->till, "CHANGE  50.00"));
}

static void it_is_paid_by_card_or_with_a_gift_card_as_well(void **state)
{
    struct porch *porch = *state;
    type_weight(porch, "27.5");
    till_keys(porch->till, "Enter v");
    till_scan(porch->till, "G-1234-5678");
    till_keys(porch->till, "Enter");
    assert_int_equal(porch->tender.tender, TENDER_VOUCHER);
    assert_string_equal(porch->tender.voucher, "G-1234-5678");
    till_keys(porch->till, "Enter");
    porch->checked.checkin.status = CHECKIN_WAITING;
    till_keys(porch->till, "w Enter d");
    type_weight(porch, "A17");
    assert_int_equal(porch->tender.tender, TENDER_CARD);
    assert_string_equal(porch->tender.auth, "A17");
}

static void a_payment_that_fails_leads_back_to_the_scale(void **state)
{
    struct porch *porch = *state;
    porch->declined = true;
    type_weight(porch, "27.5");
    till_keys(porch->till, "Enter v");
    type_weight(porch, "G-1");
    assert_int_equal(porch->payments, 1);
    assert_string_equal(porch->reason, "payment_failed");
    assert_string_equal(till_message(porch->till), "This gift card is used up.");
    assert_true(till_shows(porch->till, "IN PROGRESS"));
    till_keys(porch->till, "Enter"); /* the same weight again */
    assert_int_equal(porch->checked.checkin.weight_g, 27500);
    assert_int_equal(status_of(porch), CHECKIN_WAITING);
}

static void whoever_gives_up_paying_is_back_at_the_scale(void **state)
{
    struct porch *porch = *state;
    type_weight(porch, "27.5");
    till_keys(porch->till, "Enter Esc");
    assert_int_equal(status_of(porch), CHECKIN_WAITING);
    till_keys(porch->till, "n");
    assert_string_equal(porch->reason, "not_paid");
    assert_int_equal(status_of(porch), CHECKIN_IN_PROGRESS);
    assert_int_equal(porch->payments, 0);
}

static void a_house_that_is_not_reached_has_not_refused_the_money(void **state)
{
    struct porch *porch = *state;
    type_weight(porch, "27.5");
    till_keys(porch->till, "Enter c");
    porch->away = true;
    till_keys(porch->till, "Enter");
    assert_int_equal(fake_counter_count(porch->till->fake, CMD_BAG_STOP), 0);
    assert_true(till_shows(porch->till, "WAITING FOR PAYMENT"));
    assert_string_equal(till_message(porch->till), "The house cannot be reached.");
}

static void whoever_only_scans_takes_no_fee(void **state)
{
    struct porch *porch = *state;
    type_weight(porch, "27.5");
    assert_true(till_shows(porch->till, "Paid at the counter: Enter looks"));
    till_keys(porch->till, "Enter");
    assert_false(till_shows(porch->till, "To pay"));
    porch->checked.checkin.status = CHECKIN_COMPLETED; /* meanwhile, at the counter */
    till_keys(porch->till, "Enter");
    assert_true(till_shows(porch->till, "27.5 kg: EUR 50.00 paid."));
}

/* ---- around ---------------------------------------------------------------------------------- */

static void a_bag_needs_a_ticket_of_the_house(void **state)
{
    struct porch *porch = *state;
    assert_false(till_shows(porch->till, "w weigh bag"));
    till_keys(porch->till, "w");
    assert_string_equal(till_message(porch->till), "Scan the ticket of whoever has the bag first.");
    till_scan(porch->till, other);
    till_keys(porch->till, "w");
    assert_int_equal(fake_counter_count(porch->till->fake, CMD_CHECKIN), 0);
    till_scan(porch->till, good);
    assert_true(till_shows(porch->till, "w weigh bag"));
}

static void who_went_out_has_no_bag_to_weigh(void **state)
{
    struct porch *porch = *state;
    till_scan(porch->till, good);
    porch->outside = true;
    till_keys(porch->till, "w");
    assert_string_equal(till_message(porch->till), "Nobody is in with this ticket; scan it first.");
    assert_false(till_shows(porch->till, "Bag of"));
}

static void the_next_scan_waits_for_a_bag_that_is_not_done(void **state)
{
    struct porch *porch = *state;
    till_scan(porch->till, other);
    assert_int_equal(porch->scans, 1);
    assert_non_null(strstr(till_message(porch->till), "the bag comes first"));
    type_weight(porch, "3");
    till_scan(porch->till, other);
    assert_int_equal(porch->scans, 2);
    assert_false(till_shows(porch->till, "COMPLETED"));
}

static void a_bag_that_was_weighed_at_another_door_is_looked_at_again(void **state)
{
    struct porch *porch = *state;
    porch->checked.checkin =
        (struct checkin){.status = CHECKIN_WAITING, .weight_g = 30000, .fee = 5000};
    type_weight(porch, "27.5");
    assert_string_equal(till_message(porch->till), "A bag of 30.0 kg waits for its fee.");
    assert_true(till_shows(porch->till, "30.0 kg: EUR 50.00 to pay."));
}

static void all_of_it_is_there_on_forty_columns(void **state)
{
    struct porch *porch = *state;
    lay_on(porch, SCALE_STILL, 30250);
    till_golden(porch->till, "bag-scale-40x12-ascii");
    lay_on(porch, SCALE_GARBLED, 0); /* that is told in more than one row */
    assert_true(till_shows(porch->till, "What the scale sends"));
    assert_true(till_shows(porch->till, "Weight in kg:"));
    lay_on(porch, SCALE_STILL, 30250);
    till_keys(porch->till, "Enter");
    till_golden(porch->till, "bag-waiting-40x12-ascii");
}

int main(void)
{
#define AT(setup, name) cmocka_unit_test_setup_teardown(name, setup, away)
    const struct CMUnitTest tests[] = {
        AT(at_a_door, a_light_bag_goes_in_for_nothing),
        AT(at_a_door, what_is_no_weight_is_not_sent),
        AT(at_a_door, the_scale_is_shown_as_it_settles_and_taken_when_it_rests),
        AT(at_a_door, what_is_typed_goes_before_what_the_scale_says),
        AT(at_a_door, a_scale_that_types_as_a_keyboard_does_fills_the_line),
        AT(at_a_door, an_empty_scale_is_no_bag_only_when_somebody_says_so),
        AT(at_a_door, what_is_wrong_with_the_scale_is_one_sentence),
        AT(at_a_door, a_scale_is_watched_only_while_something_is_weighed),
        AT(at_a_door, a_heavy_bag_waits_until_its_fee_is_paid),
        AT(at_a_door, it_is_paid_by_card_or_with_a_gift_card_as_well),
        AT(at_a_door, a_payment_that_fails_leads_back_to_the_scale),
        AT(at_a_door, whoever_gives_up_paying_is_back_at_the_scale),
        AT(at_a_door, a_house_that_is_not_reached_has_not_refused_the_money),
        AT(by_a_scanner, whoever_only_scans_takes_no_fee),
        AT(before_a_scan, a_bag_needs_a_ticket_of_the_house),
        AT(before_a_scan, who_went_out_has_no_bag_to_weigh),
        AT(at_a_door, the_next_scan_waits_for_a_bag_that_is_not_done),
        AT(at_a_door, a_bag_that_was_weighed_at_another_door_is_looked_at_again),
        AT(at_a_narrow_door, all_of_it_is_there_on_forty_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
