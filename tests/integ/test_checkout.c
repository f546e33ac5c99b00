/*
 * Checkouts on a real store, with a provider that can be told to lose things. Made twice: on a
 * file, where intents are in memory, and in a house on PostgreSQL.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "src/engine/chore_payments.h"
#include "tests/integ/checkout_shop.h"

enum { DAY_MS = 24 * 60 * MINUTE_MS, FEE = 5000 };

/* ---- the way it should go ------------------------------------------------------------------ */

static void a_checkout_keeps_the_seats_and_tells_the_provider(void **state)
{
    struct shop *shop = *state;
    shop_start(shop);
    assert_int_equal(shop->intent.here, HERE_PAYING);
    assert_int_equal(shop->intent.amount, TWO_SEATS);
    assert_string_equal(shop->intent.token, "pi_1_secret");
    assert_int_equal(shop_at_provider(shop), THERE_WAITING);
    assert_string_equal(shop_seat(shop), "held");
}

static void what_is_paid_is_sold_and_taken(void **state)
{
    struct shop *shop = *state;
    shop_start(shop);
    shop_pay(shop);
    assert_true(shop_hear(shop, THERE_AUTHORISED));
    shop_complete(shop);
    assert_int_equal(shop->intent.here, HERE_SOLD);
    assert_int_equal(shop_at_provider(shop), THERE_CAPTURED);
    assert_string_equal(shop_seat(shop), "sold");
    shop_check_money(shop, TWO_SEATS);
}

static void without_a_message_it_is_found_out_by_asking(void **state)
{
    struct shop *shop = *state;
    shop_start(shop);
    shop_pay(shop);
    shop_pass(shop, MINUTE_MS);
    shop_complete(shop);
    assert_int_equal(shop->intent.here, HERE_SOLD);
    shop_check_money(shop, TWO_SEATS);
}

static void the_same_again_is_the_same_checkout(void **state)
{
    struct shop *shop = *state;
    shop_start(shop);
    shop_start_with(shop, shop_key());
    ASSERT_VERDICT(shop, VERDICT_OK);
    assert_int_equal(shop->purse.count, 1);
    assert_int_equal(shop->intent.here, HERE_PAYING);
}

static void a_key_of_another_checkout_is_refused(void **state)
{
    struct shop *shop = *state;
    shop_start(shop);
    shop->hold = shop_hold_two(shop, "Stalls-B-1", "Stalls-B-2");
    shop_start_with(shop, shop_key());
    assert_int_equal(shop->out.verdict, VERDICT_KEY_REUSED);
}

static void the_customers_other_holds_last_longer_too(void **state)
{
    struct shop *shop = *state;
    const struct uuid other = shop_hold_two(shop, "Stalls-B-1", "Stalls-B-2");
    const int64_t before = shop->out.hold->expires_at;
    shop_start(shop);
    struct hold hold;
    bool found;
    struct store *store = shop->house->desk.store;
    assert_int_equal(store->ops->hold_read(store, &other, shop->house->arena, &hold, &found, NULL),
                     RC_OK);
    assert_int_equal(hold.status, HOLD_ACTIVE);
    assert_true(hold.expires_at > before);
}

static void so_do_those_at_another_show(void **state)
{
    struct shop *shop = *state;
    const struct show late = house_show("late");
    struct hold hold;
    bool found;
    struct store *store = shop->house->desk.store;
    house_become(shop->house, "ruth", ROLE_MANAGER);
    desk_show_add(&shop->house->desk, &shop->house->meta, &late, &shop->out);
    ASSERT_VERDICT(shop, VERDICT_OK);
    desk_show_status(&shop->house->desk, &shop->house->meta, late.id, SHOW_OPEN, &shop->out);
    ASSERT_VERDICT(shop, VERDICT_OK);
    const struct uuid other = shop_hold_two_at(shop, late.id, "Stalls-B-1", "Stalls-B-2");
    const int64_t before = shop->out.hold->expires_at;
    shop_start(shop);
    assert_int_equal(store->ops->hold_read(store, &other, shop->house->arena, &hold, &found, NULL),
                     RC_OK);
    assert_int_equal(hold.status, HOLD_ACTIVE);
    assert_true(hold.expires_at > before);
}

static void nobody_sells_what_is_being_paid_for(void **state)
{
    struct shop *shop = *state;
    shop_start(shop);
    const struct desk_sell cash = {.hold = shop->hold};
    shop->web.key = (struct uuid){{0}};
    desk_sell(&shop->house->desk, &shop->web, &cash, &shop->out);
    assert_int_equal(shop->out.verdict, VERDICT_PAYMENT_PENDING);
    assert_non_null(strstr(shop->out.message, "payment"));
}

/* ---- what fails ---------------------------------------------------------------------------- */

static void a_failed_payment_frees_the_seats(void **state)
{
    struct shop *shop = *state;
    shop_start(shop);
    const struct uuid id = shop_key();
    purse_fail(&shop->purse, &id);
    shop_hear(shop, THERE_FAILED);
    shop_complete(shop);
    assert_string_equal(shop_seat(shop), "available");
    assert_int_equal(shop_at_provider(shop), THERE_CANCELLED);
    struct hold hold;
    bool found;
    struct store *store = shop->house->desk.store;
    store->ops->hold_read(store, &shop->hold, shop->house->arena, &hold, &found, NULL);
    assert_int_equal(hold.end, END_PAYMENT_FAILED);
    shop_check_money(shop, 0);
}

static void nobody_waits_for_a_payer_for_ever(void **state)
{
    struct shop *shop = *state;
    shop_start(shop);
    shop_pass(shop, 15 * MINUTE_MS);
    shop_complete(shop);
    assert_string_equal(shop_seat(shop), "available");
    assert_int_equal(shop_at_provider(shop), THERE_CANCELLED);
}

static void a_provider_that_does_not_take_it_frees_the_seats(void **state)
{
    struct shop *shop = *state;
    shop->purse.refuse = true;
    shop_start(shop);
    assert_int_equal(shop->intent.here, HERE_RELEASED);
    assert_string_equal(shop_seat(shop), "available");
}

static void a_hold_that_is_over_is_refused_before_anybody_is_told(void **state)
{
    struct shop *shop = *state;
    shop->hold = shop_hold_two(shop, "Stalls-A-1", "Stalls-A-2");
    shop_pass(shop, 16 * MINUTE_MS);
    shop_start_with(shop, shop_key());
    assert_int_equal(shop->out.verdict, VERDICT_HOLD_EXPIRED);
    assert_int_equal(shop->purse.calls, 0);
}

/* ---- late ---------------------------------------------------------------------------------- */

/* The provider is away when the time is over; the money comes afterwards. */
static void pay_late(struct shop *shop)
{
    shop_start(shop);
    shop->purse.lose_questions = 1000;
    shop_pass(shop, 15 * MINUTE_MS);
    shop_complete(shop);
    assert_string_equal(shop_seat(shop), "held"); /* it is asked once more */
    shop_pass(shop, MINUTE_MS * 3 / 4);
    shop_complete(shop);
    assert_string_equal(shop_seat(shop), "available");
    shop->purse.lose_questions = 0;
    shop_pay(shop);
}

/* Its message is late or lost, and it was asked last before he paid. */
static void whoever_paid_in_time_has_his_seats(void **state)
{
    struct shop *shop = *state;
    shop_start(shop);
    shop_complete(shop);
    shop_pay(shop);
    shop_pass(shop, 15 * MINUTE_MS);
    shop_complete(shop);
    assert_int_equal(shop->intent.here, HERE_SOLD);
    assert_string_equal(shop_seat(shop), "sold");
    shop_check_money(shop, TWO_SEATS);
}

/* No service was running when the time was over, and the seats were swept. */
static void so_has_he_when_nothing_worked_on_it_at_the_deadline(void **state)
{
    struct shop *shop = *state;
    shop_start(shop);
    shop_pay(shop);
    shop_pass(shop, 120 * MINUTE_MS);
    struct act_meta sweep = {.arena = shop->house->arena, .actor = shop->web.actor};
    desk_expire(&shop->house->desk, &sweep, NULL, &shop->out);
    shop_complete(shop);
    assert_int_equal(shop->intent.here, HERE_SOLD);
    shop_check_money(shop, TWO_SEATS);
}

static void late_money_takes_the_seats_again(void **state)
{
    struct shop *shop = *state;
    pay_late(shop);
    shop_hear(shop, THERE_AUTHORISED);
    shop_complete(shop);
    assert_int_equal(shop->intent.here, HERE_SOLD);
    assert_string_equal(shop_seat(shop), "sold");
    shop_check_money(shop, TWO_SEATS);
}

static void late_money_without_seats_goes_back(void **state)
{
    struct shop *shop = *state;
    shop->purse.at_once = true;
    pay_late(shop);
    house_hold(shop->house, "Stalls-A-2", "Stalls-A-3", NULL);
    ASSERT_VERDICT(shop->house, VERDICT_OK);
    shop_hear(shop, THERE_CAPTURED);
    shop_rest(shop);
    assert_int_equal(shop->intent.here, HERE_RELEASED);
    assert_int_equal(shop_at_provider(shop), THERE_REFUNDED);
    assert_true(*shop->intent.note != '\0');
    shop_check_money(shop, 0);
}

/* ---- changing one's mind -------------------------------------------------------------------- */

static void cancel(struct shop *shop, struct released_seat **seats, int *count)
{
    const struct uuid id = shop_key();
    shop->web.reason = "changed my mind";
    checkout_cancel(&shop->checkout, &shop->web, &id, &shop->intent, seats, count, &shop->out);
}

static void a_cancelled_checkout_says_what_was_released(void **state)
{
    struct shop *shop = *state;
    struct released_seat *seats;
    int count;
    shop_start(shop);
    for (int twice = 0; twice < 2; twice++) {
        cancel(shop, &seats, &count);
        ASSERT_VERDICT(shop, VERDICT_OK);
        assert_int_equal(count, 2);
        assert_string_equal(seats[0].label, "Stalls-A-1");
        assert_int_equal(seats[0].now, SEAT_AVAILABLE);
    }
    assert_string_equal(shop_seat(shop), "available");
    assert_int_equal(shop_at_provider(shop), THERE_CANCELLED);
}

/* The house is asked how its seats are, not the checkout what it believes. */
static void a_seat_that_was_released_and_held_by_another_is_told_so(void **state)
{
    struct shop *shop = *state;
    struct released_seat *seats;
    int count;
    shop_start(shop);
    cancel(shop, &seats, &count);
    ASSERT_VERDICT(shop, VERDICT_OK);
    assert_true(seats[0].released);
    shop_hold_two(shop, "Stalls-A-1", "Stalls-A-2");
    cancel(shop, &seats, &count);
    ASSERT_VERDICT(shop, VERDICT_OK);
    assert_int_equal(count, 2);
    assert_int_equal(seats[0].now, SEAT_HELD);
    assert_true(seats[0].released);
}

static void what_was_paid_cannot_be_cancelled(void **state)
{
    struct shop *shop = *state;
    struct released_seat *seats;
    int count;
    shop_start(shop);
    shop_pay(shop);
    shop_hear(shop, THERE_AUTHORISED);
    shop_complete(shop);
    cancel(shop, &seats, &count);
    assert_int_equal(shop->out.verdict, VERDICT_ALREADY_PAID);
    shop_check_money(shop, TWO_SEATS);
}

static void money_for_a_cancelled_checkout_goes_back(void **state)
{
    struct shop *shop = *state;
    struct released_seat *seats;
    int count;
    shop->purse.at_once = true;
    shop_start(shop);
    shop_pay(shop);
    cancel(shop, &seats, &count);
    ASSERT_VERDICT(shop, VERDICT_OK);
    shop_rest(shop);
    assert_string_equal(shop_seat(shop), "available");
    shop_check_money(shop, 0);
}

/* ---- giving back --------------------------------------------------------------------------- */

static void what_the_counter_refunds_the_provider_refunds(void **state)
{
    struct shop *shop = *state;
    const char *label = "Stalls-A-1";
    char id[UUID_TEXT];
    shop_start(shop);
    shop_pay(shop);
    shop_hear(shop, THERE_AUTHORISED);
    shop_complete(shop);
    house_become(shop->house, "mark", ROLE_SUPERVISOR);
    house_reason(shop->house, "ill");
    desk_refund(&shop->house->desk, &shop->house->meta, uuid_text(&shop->intent.sale, id), &label,
                1, false, -1, &shop->house->out);
    ASSERT_VERDICT(shop->house, VERDICT_OK);
    shop_complete(shop);
    shop_check_money(shop, TWO_SEATS / 2);
}

static void tickets_whose_reservation_was_lost_are_taken_back(void **state)
{
    struct shop *shop = *state;
    const struct uuid id = shop_key();
    shop_start(shop);
    shop_pay(shop);
    shop_hear(shop, THERE_AUTHORISED);
    purse_forget(&shop->purse, &id);
    shop_rest(shop);
    assert_string_equal(shop_seat(shop), "available");
    shop_check_money(shop, 0);
}

/* ---- the fee of a bag ------------------------------------------------------------------------ */

static void the_fee_of_a_bag_is_paid_and_booked_once(void **state)
{
    struct shop *shop = *state;
    shop_bag(shop);
    shop_start_fee(shop);
    assert_int_equal(shop->intent.here, HERE_PAYING);
    assert_int_equal(shop->intent.amount, FEE);
    assert_string_equal(shop->intent.token, "pi_1_secret");
    shop_check_fee(shop, CHECKIN_WAITING, 0);
    shop_pay(shop);
    assert_true(shop_hear(shop, THERE_AUTHORISED));
    assert_false(shop_hear(shop, THERE_AUTHORISED));
    shop_complete(shop);
    assert_int_equal(shop->intent.here, HERE_SOLD);
    shop_check_fee(shop, CHECKIN_COMPLETED, FEE);
    shop_hear(shop, THERE_CAPTURED);
    shop_rest(shop);
    shop_check_fee(shop, CHECKIN_COMPLETED, FEE);
}

static void the_same_again_is_the_same_payment_of_a_fee(void **state)
{
    struct shop *shop = *state;
    shop_bag(shop);
    shop_start_fee(shop);
    shop_start_fee(shop);
    assert_int_equal(shop->purse.count, 1);
    const struct uuid other = uuid_make(&shop->house->desk.ids, 0);
    shop_start_fee_with(shop, other);
    assert_int_equal(shop->out.verdict, VERDICT_PAYMENT_PENDING);
    assert_int_equal(shop->purse.count, 1);
}

static void a_bag_that_waits_for_no_fee_asks_the_provider_for_none(void **state)
{
    struct shop *shop = *state;
    shop_bag(shop);
    shop_take_fee(shop);
    shop_start_fee_with(shop, shop_key());
    assert_int_equal(shop->out.verdict, VERDICT_CHECKIN_COMPLETE);
    assert_int_equal(shop->purse.calls, 0);
}

static void a_fee_that_failed_is_taken_by_a_clerk(void **state)
{
    struct shop *shop = *state;
    const struct uuid id = shop_key();
    shop_bag(shop);
    shop_start_fee(shop);
    purse_fail(&shop->purse, &id);
    shop_hear(shop, THERE_FAILED);
    shop_complete(shop);
    assert_int_equal(shop_at_provider(shop), THERE_CANCELLED);
    shop_check_fee(shop, CHECKIN_WAITING, 0);
    shop_take_fee(shop);
    shop_rest(shop);
    shop_check_fee(shop, CHECKIN_COMPLETED, 0);
}

static void or_is_paid_by_the_next_payment(void **state)
{
    struct shop *shop = *state;
    const struct uuid other = uuid_make(&shop->house->desk.ids, 0);
    shop_bag(shop);
    shop_start_fee(shop);
    shop_pass(shop, 15 * MINUTE_MS);
    shop_complete(shop);
    assert_int_equal(shop->intent.here, HERE_RELEASED);
    shop_start_fee_with(shop, other);
    ASSERT_VERDICT(shop, VERDICT_OK);
    purse_pay(&shop->purse, &other);
    shop_pass(shop, MINUTE_MS);
    shop_complete(shop);
    shop_check_fee(shop, CHECKIN_COMPLETED, FEE);
}

static void a_clerk_who_takes_the_fee_ends_its_payment(void **state)
{
    struct shop *shop = *state;
    shop_bag(shop);
    shop_start_fee(shop);
    shop_take_fee(shop);
    shop_pass(shop, MINUTE_MS);
    shop_complete(shop);
    assert_int_equal(shop->intent.here, HERE_RELEASED);
    assert_int_equal(shop_at_provider(shop), THERE_CANCELLED);
    shop_check_fee(shop, CHECKIN_COMPLETED, 0);
}

/* Reserved only, or taken at once by the provider. */
static void money_for_a_fee_that_a_clerk_took_goes_back(void **state)
{
    for (int at_once = 0; at_once < 2; at_once++) {
        void *fresh;
        assert_int_equal(shop_open(&fresh), 0);
        struct shop *shop = fresh;
        shop->purse.at_once = at_once;
        shop_bag(shop);
        shop_start_fee(shop);
        shop_take_fee(shop);
        shop_pay(shop);
        shop_hear(shop, at_once ? THERE_CAPTURED : THERE_AUTHORISED);
        shop_rest(shop);
        assert_int_equal(shop_at_provider(shop), at_once ? THERE_REFUNDED : THERE_CANCELLED);
        shop_check_fee(shop, CHECKIN_COMPLETED, 0);
        assert_int_equal(shop_close(&fresh), 0);
    }
}

/* The next time it waits, it is for another fee. */
static void so_does_money_for_a_bag_that_was_given_up_and_weighed_again(void **state)
{
    struct shop *shop = *state;
    struct house_fixture *house = shop->house;
    shop->purse.at_once = true;
    shop_bag(shop);
    shop_start_fee(shop);
    shop_stop_bag(shop);
    desk_checkin_weigh(&house->desk, &house->meta, shop->ticket, BAG_G, &house->out);
    shop_pay(shop);
    shop_hear(shop, THERE_CAPTURED);
    shop_rest(shop);
    assert_int_equal(shop_at_provider(shop), THERE_REFUNDED);
    shop_check_fee(shop, CHECKIN_WAITING, 0);
}

static void late_money_pays_a_fee_that_is_still_waited_for(void **state)
{
    struct shop *shop = *state;
    shop_bag(shop);
    shop_start_fee(shop);
    shop->purse.lose_questions = 1000; /* nobody hears that its time is over */
    shop_pass(shop, 20 * MINUTE_MS);
    shop_complete(shop);
    shop_pass(shop, MINUTE_MS);
    shop_complete(shop);
    assert_int_equal(shop->intent.here, HERE_RELEASED);
    shop->purse.lose_questions = 0;
    shop_pay(shop);
    shop_hear(shop, THERE_AUTHORISED);
    shop_complete(shop);
    shop_check_fee(shop, CHECKIN_COMPLETED, FEE);
}

static void whoever_paid_a_fee_in_time_is_asked_for_after_the_deadline(void **state)
{
    struct shop *shop = *state;
    shop_bag(shop);
    shop_start_fee(shop);
    shop_pay(shop);
    shop_pass(shop, 120 * MINUTE_MS);
    shop_complete(shop);
    shop_check_fee(shop, CHECKIN_COMPLETED, FEE);
}

static void a_payment_of_a_fee_is_given_up_and_the_bag_waits_on(void **state)
{
    struct shop *shop = *state;
    shop_bag(shop);
    shop_start_fee(shop);
    for (int twice = 0; twice < 2; twice++) {
        checkout_cancel_fee(&shop->checkout, &shop->web, shop->ticket, &shop->intent, &shop->out);
        ASSERT_VERDICT(shop, VERDICT_OK);
        assert_int_equal(shop->intent.here, HERE_RELEASED);
    }
    assert_int_equal(shop_at_provider(shop), THERE_CANCELLED);
    shop_check_fee(shop, CHECKIN_WAITING, 0);
    checkout_find_fee(&shop->checkout, &shop->web, shop->ticket, &shop->intent, &shop->out);
    ASSERT_VERDICT(shop, VERDICT_OK);
    assert_int_equal(shop->intent.there, THERE_CANCELLED);
}

static void a_fee_that_was_booked_is_not_given_up(void **state)
{
    struct shop *shop = *state;
    shop_bag(shop);
    shop_start_fee(shop);
    shop_pay(shop);
    shop_hear(shop, THERE_AUTHORISED);
    shop_complete(shop);
    checkout_cancel_fee(&shop->checkout, &shop->web, shop->ticket, &shop->intent, &shop->out);
    assert_int_equal(shop->out.verdict, VERDICT_CHECKIN_COMPLETE);
    shop_check_fee(shop, CHECKIN_COMPLETED, FEE);
}

/* ---- messages ------------------------------------------------------------------------------- */

static void a_message_that_fits_nothing_is_kept_once(void **state)
{
    struct shop *shop = *state;
    struct pay_message message = {.event = "evt_9", .ref = "pi_77", .body = "{}"};
    struct pay_letter *letters;
    enum message_heard heard;
    int count;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(checkout_hear(&shop->checkout, &shop->web, &message, &heard, NULL), RC_OK);
        assert_int_equal(heard, MESSAGE_FITS_NOTHING);
    }
    shop->checkout.intents->letters(shop->checkout.store, 10, shop->house->arena, &letters, &count,
                                    NULL);
    assert_int_equal(count, 1);
    assert_string_equal(letters[0].ref, "pi_77");
}

/* ---- the worker ----------------------------------------------------------------------------- */

static void the_worker_completes_what_is_due_and_says_when_it_comes_again(void **state)
{
    struct shop *shop = *state;
    struct payments payments = {&shop->purse.port};
    const struct chore chore = chore_payments(&payments);
    struct chore_step step = {.desk = &shop->house->desk, .meta = shop->web};
    struct err err = {0};
    shop_start(shop);
    shop_pay(shop);
    shop_hear(shop, THERE_AUTHORISED);
    if (chore.step(chore.ctx, &step, &err))
        fail_msg("%s", err.text);
    assert_in_range(step.next_ms, 1, 5000);
    bool kept = shop->house->desk.store->ops->intents; /* else in memory, where no worker looks */
    assert_int_equal(step.done, kept);
    assert_string_equal(shop_seat(shop), kept ? "sold" : "held");
}

/* ---- dying ---------------------------------------------------------------------------------- */

/* Lives until the n-th pause of everything that follows; false: it came to the end alive. */
static bool dies_at(struct shop *shop, int n, void (*life)(struct shop *))
{
    shop->until_death = n;
    bool died = true;
    if (setjmp(shop->grave) == 0) {
        life(shop);
        died = false;
    }
    shop->until_death = 0;
    return died;
}

static void pay_and_complete(struct shop *shop)
{
    shop->begin(shop);
    shop_pay(shop);
    shop_hear(shop, THERE_AUTHORISED);
    shop_rest(shop);
}

/* Whoever pays does so whether or not our program lives. */
static void pay_if_known(struct shop *shop)
{
    const struct uuid id = shop_key();
    if (purse_look(&shop->purse, &id).there == THERE_WAITING)
        shop_pay(shop);
}

/* What is paid in full comes to its end: of seats, or of a bag that waits. */
static void assert_paid(struct shop *shop)
{
    if (shop->begin == shop_start_fee) {
        shop_check_fee(shop, CHECKIN_COMPLETED, FEE);
        return;
    }
    assert_string_equal(shop_seat(shop), "sold");
    shop_check_money(shop, TWO_SEATS);
}

static struct shop *fresh_shop(void **fresh, void (*begin)(struct shop *))
{
    assert_int_equal(shop_open(fresh), 0);
    struct shop *shop = *fresh;
    shop->begin = begin;
    if (begin == shop_start_fee)
        shop_bag(shop);
    return shop;
}

static void die_anywhere(void (*begin)(struct shop *), int each)
{
    bool died = true;
    int deaths = 0;
    for (int n = 1; died && n < 40; n += each) {
        void *fresh;
        struct shop *shop = fresh_shop(&fresh, begin);
        died = dies_at(shop, n, pay_and_complete);
        deaths += died;
        shop_pass(shop, 2 * MINUTE_MS);
        shop_complete(shop);
        pay_if_known(shop);
        shop_rest(shop);
        assert_paid(shop);
        assert_int_equal(shop_close(&fresh), 0);
    }
    assert_false(died);
    assert_true(deaths * each > 6);
}

static void killed_anywhere_the_next_one_brings_it_to_its_end(void **state)
{
    die_anywhere(shop_start, 1);
}

static void so_does_it_with_the_fee_of_a_bag(void **state)
{
    /* In a house it was shown for seats; a few deaths tell whether its rows are right. */
    die_anywhere(shop_start_fee, checkout_home_is_cheap ? 1 : 4);
}

static void whatever_answer_is_lost_it_comes_to_the_same_end(void **state)
{
    for (int lost = 0; lost < 12; lost++) {
        void *fresh;
        assert_int_equal(shop_open(&fresh), 0);
        struct shop *shop = fresh;
        shop->purse.lose_questions = lost & 1 ? lost / 2 : 0;
        shop->purse.lose_answers = lost & 1 ? 0 : lost / 2;
        shop_start(shop);
        for (int i = 0; i < 10; i++) {
            shop_pass(shop, 20000);
            shop_complete(shop);
            pay_if_known(shop);
        }
        shop_rest(shop);
        assert_string_equal(shop_seat(shop), "sold");
        shop_check_money(shop, TWO_SEATS);
        assert_int_equal(shop_close(&fresh), 0);
    }
}

/* Nothing but its messages is heard of the provider for three days, each of them twice. */
static void hear_for_three_days(struct shop *shop, const int order[3])
{
    static const enum intent_there messages[] = {THERE_WAITING, THERE_FAILED, THERE_AUTHORISED};
    const int for_ever = 1000000;
    shop->begin(shop);
    shop_pay(shop);
    shop->purse.lose_questions = for_ever;
    for (int i = 0; i < 3; i++) {
        shop_pass(shop, DAY_MS);
        shop_complete(shop);
        shop_hear(shop, messages[order[i]]);
        assert_false(shop_hear(shop, messages[order[i]]));
        shop_complete(shop);
    }
    shop->purse.lose_questions = 0;
    for (int i = 0; i < 10; i++) {
        shop_pass(shop, MINUTE_MS);
        shop_complete(shop);
    }
}

static void hear_in_any_order(void (*begin)(struct shop *))
{
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int i = 0; i < COUNT_OF(orders); i++) {
        void *fresh;
        struct shop *shop = fresh_shop(&fresh, begin);
        hear_for_three_days(shop, orders[i]);
        assert_paid(shop);
        assert_int_equal(shop_close(&fresh), 0);
    }
}

static void messages_of_three_days_come_to_one_end_in_any_order(void **state)
{
    hear_in_any_order(shop_start);
}

static void those_about_the_fee_of_a_bag_too(void **state)
{
    hear_in_any_order(shop_start_fee);
}

#define IN_SHOP(test) cmocka_unit_test_setup_teardown(test, shop_open, shop_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SHOP(a_checkout_keeps_the_seats_and_tells_the_provider),
        IN_SHOP(what_is_paid_is_sold_and_taken),
        IN_SHOP(without_a_message_it_is_found_out_by_asking),
        IN_SHOP(the_same_again_is_the_same_checkout),
        IN_SHOP(a_key_of_another_checkout_is_refused),
        IN_SHOP(the_customers_other_holds_last_longer_too),
        IN_SHOP(so_do_those_at_another_show),
        IN_SHOP(nobody_sells_what_is_being_paid_for),
        IN_SHOP(a_failed_payment_frees_the_seats),
        IN_SHOP(nobody_waits_for_a_payer_for_ever),
        IN_SHOP(a_provider_that_does_not_take_it_frees_the_seats),
        IN_SHOP(a_hold_that_is_over_is_refused_before_anybody_is_told),
        IN_SHOP(whoever_paid_in_time_has_his_seats),
        IN_SHOP(so_has_he_when_nothing_worked_on_it_at_the_deadline),
        IN_SHOP(late_money_takes_the_seats_again),
        IN_SHOP(late_money_without_seats_goes_back),
        IN_SHOP(a_cancelled_checkout_says_what_was_released),
        IN_SHOP(a_seat_that_was_released_and_held_by_another_is_told_so),
        IN_SHOP(what_was_paid_cannot_be_cancelled),
        IN_SHOP(money_for_a_cancelled_checkout_goes_back),
        IN_SHOP(what_the_counter_refunds_the_provider_refunds),
        IN_SHOP(tickets_whose_reservation_was_lost_are_taken_back),
        IN_SHOP(the_fee_of_a_bag_is_paid_and_booked_once),
        IN_SHOP(the_same_again_is_the_same_payment_of_a_fee),
        IN_SHOP(a_bag_that_waits_for_no_fee_asks_the_provider_for_none),
        IN_SHOP(a_fee_that_failed_is_taken_by_a_clerk),
        IN_SHOP(or_is_paid_by_the_next_payment),
        IN_SHOP(a_clerk_who_takes_the_fee_ends_its_payment),
        IN_SHOP(so_does_money_for_a_bag_that_was_given_up_and_weighed_again),
        IN_SHOP(late_money_pays_a_fee_that_is_still_waited_for),
        IN_SHOP(whoever_paid_a_fee_in_time_is_asked_for_after_the_deadline),
        IN_SHOP(a_payment_of_a_fee_is_given_up_and_the_bag_waits_on),
        IN_SHOP(a_fee_that_was_booked_is_not_given_up),
        cmocka_unit_test(money_for_a_fee_that_a_clerk_took_goes_back),
        IN_SHOP(a_message_that_fits_nothing_is_kept_once),
        IN_SHOP(the_worker_completes_what_is_due_and_says_when_it_comes_again),
        cmocka_unit_test(killed_anywhere_the_next_one_brings_it_to_its_end),
        cmocka_unit_test(whatever_answer_is_lost_it_comes_to_the_same_end),
        cmocka_unit_test(messages_of_three_days_come_to_one_end_in_any_order),
        cmocka_unit_test(so_does_it_with_the_fee_of_a_bag),
        cmocka_unit_test(those_about_the_fee_of_a_bag_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
