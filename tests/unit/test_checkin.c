/* The check-in of whoever was let in: a light bag goes in, a heavy one is paid for. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/tongue.h"
#include "src/domain/checkin.h"
#include "src/domain/row/steps.h"
#include "tests/lib/builders.h"
#include "tests/lib/sale_builders.h"

static struct office office;
static const struct bag_rule rule = {.limit_g = BAG_LIMIT_G, .fee = BAG_FEE};
static struct admission visitor;
static int64_t change;

static int set_up(void **state)
{
    (void)state;
    office_open(&office);
    visitor = (struct admission){
        .ticket = an_id(7), .show = office.show.no, .inside = true, .entries = 1, .version = 1};
    change = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    office_close(&office);
    return 0;
}

static struct changeset *an_act(void)
{
    return office_act(&office, ACT_BAG, "");
}

static struct checkin begun(void)
{
    struct checkin now;
    assert_int_equal(checkin_now(NULL, &visitor, &now, &office.why), VERDICT_OK);
    return now;
}

static const struct checkin *written(void)
{
    assert_int_equal(office.cs->checkins.count, 1);
    return &office.cs->checkins.at[0];
}

static struct checkin weighed(int32_t grams)
{
    struct checkin now = begun();
    assert_int_equal(checkin_decide_weigh(&now, &rule, grams, an_act(), &office.why), VERDICT_OK);
    return *written();
}

static enum verdict pay(const struct checkin *now, const struct tender_line *tenders, int count)
{
    static struct voucher gifts[1];
    gifts[0] = gift_voucher("GIFT-1", 4000);
    const struct fee_request fee = {.ids = &office.ids,
                                    .currency = "EUR",
                                    .tenders = tenders,
                                    .tender_count = count,
                                    .gifts = gifts,
                                    .gift_count = 1,
                                    .shift = &office.shift};
    return checkin_decide_pay(now, &fee, an_act(), &change, &office.why);
}

static void refused(enum verdict got, enum verdict wanted, const char *part)
{
    office_refused(&office, got, wanted, part);
    assert_int_equal(office.cs->checkins.count, 0);
}

/* ---- whose it is -------------------------------------------------------------------------- */

static void it_begins_when_somebody_is_let_in(void **state)
{
    (void)state;
    struct checkin now = begun();
    assert_int_equal(now.status, CHECKIN_IN_PROGRESS);
    assert_int_equal(now.entry, 1);
    assert_true(uuid_equal(&now.ticket, &visitor.ticket));
    visitor.inside = false;
    an_act();
    refused(checkin_now(NULL, &visitor, &now, &office.why), VERDICT_STATE_CONFLICT,
            "scan it first");
}

static void whoever_comes_back_begins_anew(void **state)
{
    (void)state;
    struct checkin now, done = weighed(1000);
    assert_int_equal(checkin_now(&done, &visitor, &now, &office.why), VERDICT_OK);
    assert_int_equal(now.status, CHECKIN_COMPLETED);
    visitor.entries = 2;
    assert_int_equal(checkin_now(&done, &visitor, &now, &office.why), VERDICT_OK);
    assert_int_equal(now.status, CHECKIN_IN_PROGRESS);
    assert_int_equal(now.entry, 2);
    assert_int_equal(now.version, 0);
}

static void nobody_gets_rid_of_a_fee_by_going_out(void **state)
{
    (void)state;
    struct checkin now, waiting = weighed(30000);
    visitor.inside = false;
    assert_int_equal(checkin_now(&waiting, &visitor, &now, &office.why), VERDICT_OK);
    assert_int_equal(now.status, CHECKIN_WAITING);
    visitor.inside = true;
    visitor.entries = 2;
    assert_int_equal(checkin_now(&waiting, &visitor, &now, &office.why), VERDICT_OK);
    assert_int_equal(now.fee, BAG_FEE);
}

/* ---- the bag ------------------------------------------------------------------------------ */

static void a_light_bag_costs_nothing(void **state)
{
    (void)state;
    const int32_t light[] = {0, 1, BAG_LIMIT_G};
    for (int i = 0; i < COUNT_OF(light); i++) {
        struct checkin after = weighed(light[i]);
        assert_int_equal(after.status, CHECKIN_COMPLETED);
        assert_int_equal(after.fee, 0);
        assert_int_equal(after.weight_g, light[i]);
    }
}

static void a_heavy_bag_waits_for_its_fee(void **state)
{
    (void)state;
    struct checkin after = weighed(BAG_LIMIT_G + 1);
    assert_int_equal(after.status, CHECKIN_WAITING);
    assert_int_equal(after.fee, BAG_FEE);
    assert_string_equal(office.cs->notes.at[0].note, "WAITING_FOR_PAYMENT 25.001 kg, fee 5000");
}

static void a_house_says_what_is_heavy_and_what_it_costs(void **state)
{
    (void)state;
    const struct bag_rule strict = {.limit_g = 8000, .fee = 250}, free = {.limit_g = 8000};
    struct checkin now = begun();
    assert_int_equal(checkin_decide_weigh(&now, &strict, 8500, an_act(), &office.why), VERDICT_OK);
    assert_int_equal(written()->fee, 250);
    assert_int_equal(checkin_decide_weigh(&now, &free, 8500, an_act(), &office.why), VERDICT_OK);
    assert_int_equal(written()->status, CHECKIN_COMPLETED);
}

static void no_bag_weighs_less_than_nothing_or_half_a_ton(void **state)
{
    (void)state;
    struct checkin now = begun();
    refused(checkin_decide_weigh(&now, &rule, -1, an_act(), &office.why), VERDICT_INVALID,
            "between 0 and 500 kg");
    refused(checkin_decide_weigh(&now, &rule, BAG_MOST_G + 1, an_act(), &office.why),
            VERDICT_INVALID, "between 0 and 500 kg");
}

static void a_bag_is_weighed_once(void **state)
{
    (void)state;
    struct checkin waiting = weighed(30000);
    refused(checkin_decide_weigh(&waiting, &rule, 20000, an_act(), &office.why), VERDICT_FEE_DUE,
            "30.0 kg waits for its fee");
    struct checkin done = weighed(12500);
    refused(checkin_decide_weigh(&done, &rule, 20000, an_act(), &office.why),
            VERDICT_CHECKIN_COMPLETE, "bag of 12.5 kg");
}

/* ---- the fee ------------------------------------------------------------------------------ */

static void the_fee_is_paid_in_cash_by_card_or_with_a_gift(void **state)
{
    (void)state;
    struct checkin waiting = weighed(30000);
    struct tender_line bill = cash(0);
    bill.given = 10000;
    assert_int_equal(pay(&waiting, &bill, 1), VERDICT_OK);
    assert_int_equal(written()->status, CHECKIN_COMPLETED);
    assert_int_equal(written()->paid, BAG_FEE);
    assert_int_equal(change, 5000);
    assert_true(uuid_equal(&written()->shift, &office.shift.id));
    const struct tender_line by_card = card(0);
    assert_int_equal(pay(&waiting, &by_card, 1), VERDICT_OK);
    assert_int_equal(written()->tender, TENDER_CARD);
    assert_string_equal(written()->auth, by_card.auth);
    waiting.fee = 4000;
    const struct tender_line by_gift = gift("GIFT-1", 0);
    assert_int_equal(pay(&waiting, &by_gift, 1), VERDICT_OK);
    assert_string_equal(written()->voucher, "GIFT-1");
    assert_int_equal(office.cs->vouchers.at[0].used, 4000);
}

static void no_tender_is_exact_cash(void **state)
{
    (void)state;
    struct checkin waiting = weighed(30000);
    assert_int_equal(pay(&waiting, NULL, 0), VERDICT_OK);
    assert_int_equal(written()->tender, TENDER_CASH);
    assert_int_equal(change, 0);
}

static void a_fee_is_paid_whole_and_in_one_way(void **state)
{
    (void)state;
    struct checkin waiting = weighed(30000);
    const struct tender_line two[] = {cash(2500), card(2500)}, little = cash(2500),
                             gift_of_forty = gift("GIFT-1", 0);
    refused(pay(&waiting, two, 2), VERDICT_INVALID, "one way, not in 2");
    refused(pay(&waiting, &little, 1), VERDICT_AMOUNT_MISMATCH, "25.00 EUR is missing");
    refused(pay(&waiting, &gift_of_forty, 1), VERDICT_AMOUNT_MISMATCH, "10.00 EUR is missing");
}

static void only_what_waits_is_paid_or_given_up(void **state)
{
    (void)state;
    struct checkin fresh = begun(), done = weighed(1000);
    refused(pay(&fresh, NULL, 0), VERDICT_STATE_CONFLICT, "weigh it first");
    refused(pay(&done, NULL, 0), VERDICT_CHECKIN_COMPLETE, "nothing is to be paid");
    refused(checkin_decide_stop(&fresh, an_act(), &office.why), VERDICT_STATE_CONFLICT,
            "weigh it first");
    refused(checkin_decide_stop(&done, an_act(), &office.why), VERDICT_CHECKIN_COMPLETE,
            "nothing is to be paid");
}

static void a_payment_that_failed_leads_back_to_the_scale(void **state)
{
    (void)state;
    struct checkin waiting = weighed(30000);
    assert_int_equal(checkin_decide_stop(&waiting, an_act(), &office.why), VERDICT_OK);
    struct checkin again = *written();
    assert_int_equal(again.status, CHECKIN_IN_PROGRESS);
    assert_int_equal(again.fee, 0);
    assert_int_equal(checkin_decide_weigh(&again, &rule, 20000, an_act(), &office.why), VERDICT_OK);
    assert_int_equal(written()->status, CHECKIN_COMPLETED);
}

/* ---- whatever happens --------------------------------------------------------------------- */

static enum verdict any_step(struct checkin *now, unsigned chance)
{
    const struct tender_line by_card = card(0);
    switch (chance % 4) {
    case 0:
        return checkin_decide_weigh(now, &rule, (int32_t)(chance % 60000), an_act(), &office.why);
    case 1:
        return pay(now, &by_card, 1);
    case 2:
        return checkin_decide_stop(now, an_act(), &office.why);
    }
    visitor.inside = !visitor.inside;
    visitor.entries += visitor.inside;
    return VERDICT_INVALID;
}

/* What the stores' own checks ask for. */
static void check_sound(const struct checkin *before, const struct checkin *after)
{
    assert_true(checkin_may_become(before, after));
    bool paid = after->status == CHECKIN_COMPLETED && after->fee > 0;
    assert_int_equal(after->paid, paid ? after->fee : 0);
    assert_true(after->status != CHECKIN_WAITING || after->fee > 0);
    assert_true(after->status != CHECKIN_IN_PROGRESS || after->fee == 0);
}

static void whatever_is_tried_every_heavy_bag_that_is_in_was_paid_for(void **state)
{
    (void)state;
    unsigned chance = 4711;
    int heavy = 0;
    struct checkin kept = {0}, now;
    for (int i = 0; i < 2000; i++) {
        chance = chance * 1103515245 + 12345;
        if (checkin_now(kept.entry ? &kept : NULL, &visitor, &now, &office.why))
            visitor.inside = true, visitor.entries++;
        else if (any_step(&now, chance >> 8) == VERDICT_OK) {
            check_sound(&now, written());
            kept = *written();
            heavy += kept.paid > 0;
        }
    }
    assert_true(heavy > 20);
}

static void a_transition_that_nobody_knows_is_no_transition(void **state)
{
    (void)state;
    struct checkin row = weighed(30000);
    assert_int_equal(row.status, CHECKIN_WAITING);
    assert_int_equal(checkin_step(&row, ACT_BAG_FEE, (enum checkin_status)7, NULL),
                     VERDICT_STATE_CONFLICT);
    assert_int_equal(row.status, CHECKIN_WAITING);
    assert_int_equal(checkin_step(&row, ACT_BAG_FEE, CHECKIN_COMPLETED, NULL), VERDICT_OK);
    assert_int_equal(row.status, CHECKIN_COMPLETED);
}

static void a_store_takes_no_row_that_does_not_follow(void **state)
{
    (void)state;
    struct checkin waiting = weighed(30000), paid = waiting, unasked = begun();
    paid.status = CHECKIN_COMPLETED;
    paid.paid = paid.fee;
    assert_true(checkin_may_become(&waiting, &paid));
    assert_true(checkin_may_become(NULL, &waiting));
    assert_false(checkin_may_become(&paid, &waiting));
    assert_false(checkin_may_become(NULL, &paid));
    paid.paid = paid.fee = 0;
    assert_false(checkin_may_become(&waiting, &paid));
    assert_false(checkin_may_become(&waiting, &waiting));
    assert_false(checkin_may_become(NULL, &unasked));
}

/* A step of a till that was alone stands on one version, by one writer. */
static void a_step_follows_only_what_it_saw(void **state)
{
    (void)state;
    struct checkin kept = weighed(30000), mine, theirs;
    kept.version = 1;
    memcpy(kept.till, "till-8", sizeof "till-8");
    assert_true(checkin_follows(NULL, written()));
    assert_false(checkin_follows(&kept, written())); /* somebody weighed it before */
    assert_int_equal(checkin_decide_stop(&kept, an_act(), &office.why), VERDICT_OK);
    mine = theirs = *written();
    assert_true(checkin_follows(&kept, &mine));
    memcpy(theirs.seen_till, "till-2", sizeof "till-2");
    assert_false(checkin_follows(&kept, &theirs));
    mine.version = 2;
    assert_false(checkin_follows(&kept, &mine));
    mine.version = 1;
    assert_false(checkin_follows(NULL, &mine)); /* the house has lost it */
    kept.status = CHECKIN_COMPLETED;
    assert_false(checkin_follows(&kept, &mine));
}

/* It lost the house before it heard of its own last step there. */
static void a_door_goes_on_with_what_it_wrote_itself(void **state)
{
    (void)state;
    struct checkin kept = weighed(30000);
    kept.version = 5;
    memcpy(kept.till, written()->till, sizeof kept.till);
    assert_true(checkin_follows(&kept, written())); /* weighed anew */
    assert_int_equal(checkin_decide_stop(&kept, an_act(), &office.why), VERDICT_OK);
    kept.version = 3;
    assert_true(checkin_follows(&kept, written()));
    kept.status = CHECKIN_COMPLETED;
    assert_false(checkin_follows(&kept, written()));
    (void)weighed(30000);
    assert_false(checkin_follows(&kept, written()));
    memcpy(kept.till, "till-2", sizeof "till-2");
    kept.status = CHECKIN_WAITING;
    assert_false(checkin_follows(&kept, written())); /* another door's */
}

/* ---- weights ------------------------------------------------------------------------------ */

static void a_weight_is_read_as_people_type_it(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int32_t grams; /* -1: no weight */
    } rows[] = {{"27", 27000},   {"27.5", 27500}, {"27,5", 27500}, {"0.25", 250}, {"27.125", 27125},
                {"500", 500000}, {"", -1},        {".5", -1},      {"27.", -1},   {"27.1255", -1},
                {"1000", -1},    {"-3", -1},      {"3 kg", -1},    {"1.2.3", -1}, {"heavy", -1}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        int32_t grams = -1;
        bool good = weight_parse(rows[i].text, &grams);
        assert_int_equal(good, rows[i].grams >= 0);
        if (good)
            assert_int_equal(grams, rows[i].grams);
    }
}

static const char *in_german(const char *text)
{
    return strcmp(text, "number\004.") == 0 ? "," : text;
}

static void a_weight_is_said_with_the_decimals_it_has(void **state)
{
    (void)state;
    char text[WEIGHT_TEXT];
    assert_string_equal(weight_text(27500, text), "27.5");
    assert_string_equal(weight_text(25000, text), "25.0");
    assert_string_equal(weight_text(27120, text), "27.12");
    assert_string_equal(weight_text(1, text), "0.001");
    tongue_set(in_german);
    assert_string_equal(weight_said(27500, text), "27,5");
    tongue_set(NULL);
}

static void every_state_has_its_name(void **state)
{
    (void)state;
    for (int i = 0; i < CHECKIN_STATUS_COUNT; i++) {
        enum checkin_status found;
        assert_true(checkin_status_parse(checkin_status_name((enum checkin_status)i), &found));
        assert_int_equal(found, i);
    }
    assert_string_equal(checkin_status_name(CHECKIN_WAITING), "WAITING_FOR_PAYMENT");
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(it_begins_when_somebody_is_let_in),
        RULE(whoever_comes_back_begins_anew),
        RULE(nobody_gets_rid_of_a_fee_by_going_out),
        RULE(a_light_bag_costs_nothing),
        RULE(a_heavy_bag_waits_for_its_fee),
        RULE(a_house_says_what_is_heavy_and_what_it_costs),
        RULE(no_bag_weighs_less_than_nothing_or_half_a_ton),
        RULE(a_bag_is_weighed_once),
        RULE(the_fee_is_paid_in_cash_by_card_or_with_a_gift),
        RULE(no_tender_is_exact_cash),
        RULE(a_fee_is_paid_whole_and_in_one_way),
        RULE(only_what_waits_is_paid_or_given_up),
        RULE(a_payment_that_failed_leads_back_to_the_scale),
        RULE(whatever_is_tried_every_heavy_bag_that_is_in_was_paid_for),
        RULE(a_transition_that_nobody_knows_is_no_transition),
        RULE(a_store_takes_no_row_that_does_not_follow),
        RULE(a_step_follows_only_what_it_saw),
        RULE(a_door_goes_on_with_what_it_wrote_itself),
        RULE(a_weight_is_read_as_people_type_it),
        RULE(a_weight_is_said_with_the_decimals_it_has),
        RULE(every_state_has_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
