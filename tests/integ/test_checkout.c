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

#include "src/engine/checkout.h"
#include "src/engine/chore_payments.h"
#include "tests/integ/checkout_home.h"
#include "tests/lib/purse.h"

enum { TWO_SEATS = 2 * (4200 + 200), MINUTE_MS = 60000 };

struct shop {
    struct checkout_home home;
    struct house_fixture *house;
    struct purse purse;
    struct checkout checkout;
    struct act_meta web; /* the person of the service */
    struct uuid hold;
    struct intent intent;
    struct outcome out;
    int until_death; /* at so many pauses from now; 0: never */
    jmp_buf grave;
};

/* ---- arranging ---------------------------------------------------------------------------- */

static void maybe_die(void *ctx)
{
    struct shop *shop = ctx;
    if (shop->until_death && --shop->until_death == 0)
        longjmp(shop->grave, 1);
}

static int open_shop(void **state)
{
    struct shop *shop = x_alloc(sizeof *shop);
    checkout_home_open(&shop->home);
    shop->house = shop->home.house;
    purse_init(&shop->purse);
    shop->checkout = (struct checkout){.desk = &shop->house->desk,
                                       .provider = &shop->purse.port,
                                       .paying_ms = 15 * MINUTE_MS,
                                       .pause = maybe_die,
                                       .pause_ctx = shop};
    shop->checkout.store = shop->home.intents;
    shop->checkout.intents = shop->home.ops;
    shop->web =
        (struct act_meta){.arena = shop->house->arena, .actor = {"web", "serve", ROLE_SERVICE}};
    *state = shop;
    return 0;
}

static int close_shop(void **state)
{
    struct shop *shop = *state;
    checkout_home_close(&shop->home);
    free(shop);
    return 0;
}

static struct uuid hold_two(struct shop *shop, const char *first, const char *second)
{
    const char *labels[] = {first, second};
    const struct desk_hold wish = {.show = HOUSE_SHOW,
                                   .labels = labels,
                                   .count = 2,
                                   .email = "ada@example.org",
                                   .source = SOURCE_WEB,
                                   .channel = CHANNEL_WEB};
    shop->web.key = (struct uuid){{0}};
    desk_hold_new(&shop->house->desk, &shop->web, &wish, &shop->out);
    ASSERT_VERDICT(shop, VERDICT_OK);
    return shop->out.hold->id;
}

static void start_with(struct shop *shop, struct uuid key)
{
    const struct checkout_wish wish = {.holds = &shop->hold, .hold_count = 1, .name = "Ada"};
    shop->web.key = key;
    checkout_start(&shop->checkout, &shop->web, &wish, &shop->intent, &shop->out);
}

static struct uuid a_key(void)
{
    struct uuid key;
    memset(key.b, 7, sizeof key.b);
    return key;
}

static void start(struct shop *shop)
{
    shop->hold = hold_two(shop, "Stalls-A-1", "Stalls-A-2");
    start_with(shop, a_key());
    ASSERT_VERDICT(shop, VERDICT_OK);
}

static void look_again(struct shop *shop)
{
    struct outcome out;
    const struct uuid id = a_key();
    checkout_find(&shop->checkout, &shop->web, &id, &shop->intent, &out);
    assert_int_equal(out.verdict, VERDICT_OK);
}

/* Until nothing is due now. */
static void complete(struct shop *shop)
{
    int done = 1;
    int64_t next;
    struct err err = {0};
    for (int i = 0; i < 100 && done; i++)
        if (checkout_complete(&shop->checkout, &shop->web, 10, &done, &next, &err))
            fail_msg("%s", err.text);
    assert_int_equal(done, 0);
    look_again(shop);
}

static void pass(struct shop *shop, int64_t ms)
{
    checkout_home_pass(&shop->home, ms);
}

/* As long as it takes. */
static void come_to_rest(struct shop *shop)
{
    for (int i = 0; i < 60; i++) {
        complete(shop);
        pass(shop, MINUTE_MS);
    }
}

static bool hear(struct shop *shop, enum intent_there there)
{
    struct pay_message message = {.event = "evt_1", .id = a_key(), .there = there};
    enum message_heard heard;
    struct err err = {0};
    if (checkout_hear(&shop->checkout, &shop->web, &message, &heard, &err))
        fail_msg("%s", err.text);
    return heard == MESSAGE_NEW;
}

static void pay(struct shop *shop)
{
    const struct uuid id = a_key();
    purse_pay(&shop->purse, &id);
}

static enum intent_there at_provider(struct shop *shop)
{
    const struct uuid id = a_key();
    return purse_look(&shop->purse, &id).there;
}

static const char *seat(struct shop *shop)
{
    return house_status(shop->house, "Stalls-A-1");
}

/* What the house has in its books by card. */
static int64_t books(struct shop *shop)
{
    const struct sale_filter all = {.limit = 100};
    struct store *store = shop->house->desk.store;
    struct sale *sales;
    int count;
    int64_t sum = 0;
    assert_int_equal(store->ops->sale_list(store, &all, shop->house->arena, &sales, &count, NULL),
                     RC_OK);
    for (int i = 0; i < count; i++) {
        struct sale sale;
        bool found;
        assert_int_equal(store->ops->sale_read(store, &sales[i].id, NULL, shop->house->arena, &sale,
                                               &found, NULL),
                         RC_OK);
        for (int p = 0; p < sale.payment_count; p++)
            sum += sale.payments[p].amount;
    }
    return sum;
}

static void check_money(struct shop *shop, int64_t expected)
{
    assert_int_equal(purse_money(&shop->purse), expected);
    assert_int_equal(books(shop), expected);
    house_verify(shop->house);
}

/* ---- the way it should go ------------------------------------------------------------------ */

static void a_checkout_keeps_the_seats_and_tells_the_provider(void **state)
{
    struct shop *shop = *state;
    start(shop);
    assert_int_equal(shop->intent.here, HERE_PAYING);
    assert_int_equal(shop->intent.amount, TWO_SEATS);
    assert_string_equal(shop->intent.token, "pi_1_secret");
    assert_int_equal(at_provider(shop), THERE_WAITING);
    assert_string_equal(seat(shop), "held");
}

static void what_is_paid_is_sold_and_taken(void **state)
{
    struct shop *shop = *state;
    start(shop);
    pay(shop);
    assert_true(hear(shop, THERE_AUTHORISED));
    complete(shop);
    assert_int_equal(shop->intent.here, HERE_SOLD);
    assert_int_equal(at_provider(shop), THERE_CAPTURED);
    assert_string_equal(seat(shop), "sold");
    check_money(shop, TWO_SEATS);
}

static void without_a_message_it_is_found_out_by_asking(void **state)
{
    struct shop *shop = *state;
    start(shop);
    pay(shop);
    pass(shop, MINUTE_MS);
    complete(shop);
    assert_int_equal(shop->intent.here, HERE_SOLD);
    check_money(shop, TWO_SEATS);
}

static void the_same_again_is_the_same_checkout(void **state)
{
    struct shop *shop = *state;
    start(shop);
    start_with(shop, a_key());
    ASSERT_VERDICT(shop, VERDICT_OK);
    assert_int_equal(shop->purse.count, 1);
    assert_int_equal(shop->intent.here, HERE_PAYING);
}

static void a_key_of_another_checkout_is_refused(void **state)
{
    struct shop *shop = *state;
    start(shop);
    shop->hold = hold_two(shop, "Stalls-B-1", "Stalls-B-2");
    start_with(shop, a_key());
    assert_int_equal(shop->out.verdict, VERDICT_INVALID);
}

static void the_customers_other_holds_last_longer_too(void **state)
{
    struct shop *shop = *state;
    const struct uuid other = hold_two(shop, "Stalls-B-1", "Stalls-B-2");
    const int64_t before = shop->out.hold->expires_at;
    start(shop);
    struct hold hold;
    bool found;
    struct store *store = shop->house->desk.store;
    assert_int_equal(store->ops->hold_read(store, &other, shop->house->arena, &hold, &found, NULL),
                     RC_OK);
    assert_int_equal(hold.status, HOLD_ACTIVE);
    assert_true(hold.expires_at > before);
}

static void nobody_sells_what_is_being_paid_for(void **state)
{
    struct shop *shop = *state;
    start(shop);
    const struct desk_sell cash = {.hold = shop->hold};
    shop->web.key = (struct uuid){{0}};
    desk_sell(&shop->house->desk, &shop->web, &cash, &shop->out);
    assert_int_equal(shop->out.verdict, VERDICT_INVALID);
    assert_non_null(strstr(shop->out.message, "payment"));
}

/* ---- what fails ---------------------------------------------------------------------------- */

static void a_failed_payment_frees_the_seats(void **state)
{
    struct shop *shop = *state;
    start(shop);
    const struct uuid id = a_key();
    purse_fail(&shop->purse, &id);
    hear(shop, THERE_FAILED);
    complete(shop);
    assert_string_equal(seat(shop), "available");
    assert_int_equal(at_provider(shop), THERE_CANCELLED);
    struct hold hold;
    bool found;
    struct store *store = shop->house->desk.store;
    store->ops->hold_read(store, &shop->hold, shop->house->arena, &hold, &found, NULL);
    assert_int_equal(hold.end, END_PAYMENT_FAILED);
    check_money(shop, 0);
}

static void nobody_waits_for_a_payer_for_ever(void **state)
{
    struct shop *shop = *state;
    start(shop);
    pass(shop, 15 * MINUTE_MS);
    complete(shop);
    assert_string_equal(seat(shop), "available");
    assert_int_equal(at_provider(shop), THERE_CANCELLED);
}

static void a_provider_that_does_not_take_it_frees_the_seats(void **state)
{
    struct shop *shop = *state;
    shop->purse.refuse = true;
    start(shop);
    assert_int_equal(shop->intent.here, HERE_RELEASED);
    assert_string_equal(seat(shop), "available");
}

static void a_hold_that_is_over_is_refused_before_anybody_is_told(void **state)
{
    struct shop *shop = *state;
    shop->hold = hold_two(shop, "Stalls-A-1", "Stalls-A-2");
    pass(shop, 16 * MINUTE_MS);
    start_with(shop, a_key());
    assert_int_equal(shop->out.verdict, VERDICT_HOLD_EXPIRED);
    assert_int_equal(shop->purse.calls, 0);
}

/* ---- late ---------------------------------------------------------------------------------- */

/* The provider is away when the time is over; the money comes afterwards. */
static void pay_late(struct shop *shop)
{
    start(shop);
    shop->purse.lose_questions = 3;
    pass(shop, 15 * MINUTE_MS);
    complete(shop);
    assert_string_equal(seat(shop), "available");
    shop->purse.lose_questions = 0;
    pay(shop);
}

static void late_money_takes_the_seats_again(void **state)
{
    struct shop *shop = *state;
    pay_late(shop);
    hear(shop, THERE_AUTHORISED);
    complete(shop);
    assert_int_equal(shop->intent.here, HERE_SOLD);
    assert_string_equal(seat(shop), "sold");
    check_money(shop, TWO_SEATS);
}

static void late_money_without_seats_goes_back(void **state)
{
    struct shop *shop = *state;
    shop->purse.at_once = true;
    pay_late(shop);
    house_hold(shop->house, "Stalls-A-2", "Stalls-A-3", NULL);
    ASSERT_VERDICT(shop->house, VERDICT_OK);
    hear(shop, THERE_CAPTURED);
    come_to_rest(shop);
    assert_int_equal(shop->intent.here, HERE_RELEASED);
    assert_int_equal(at_provider(shop), THERE_REFUNDED);
    assert_true(*shop->intent.note != '\0');
    check_money(shop, 0);
}

/* ---- changing one's mind -------------------------------------------------------------------- */

static void cancel(struct shop *shop, struct released_seat **seats, int *count)
{
    const struct uuid id = a_key();
    shop->web.reason = "changed my mind";
    checkout_cancel(&shop->checkout, &shop->web, &id, &shop->intent, seats, count, &shop->out);
}

static void a_cancelled_checkout_says_what_was_released(void **state)
{
    struct shop *shop = *state;
    struct released_seat *seats;
    int count;
    start(shop);
    for (int twice = 0; twice < 2; twice++) {
        cancel(shop, &seats, &count);
        ASSERT_VERDICT(shop, VERDICT_OK);
        assert_int_equal(count, 2);
        assert_string_equal(seats[0].label, "Stalls-A-1");
        assert_int_equal(seats[0].now, SEAT_AVAILABLE);
    }
    assert_string_equal(seat(shop), "available");
    assert_int_equal(at_provider(shop), THERE_CANCELLED);
}

static void what_was_paid_cannot_be_cancelled(void **state)
{
    struct shop *shop = *state;
    struct released_seat *seats;
    int count;
    start(shop);
    pay(shop);
    hear(shop, THERE_AUTHORISED);
    complete(shop);
    cancel(shop, &seats, &count);
    assert_int_equal(shop->out.verdict, VERDICT_INVALID);
    check_money(shop, TWO_SEATS);
}

static void money_for_a_cancelled_checkout_goes_back(void **state)
{
    struct shop *shop = *state;
    struct released_seat *seats;
    int count;
    shop->purse.at_once = true;
    start(shop);
    pay(shop);
    cancel(shop, &seats, &count);
    ASSERT_VERDICT(shop, VERDICT_OK);
    come_to_rest(shop);
    assert_string_equal(seat(shop), "available");
    check_money(shop, 0);
}

/* ---- giving back --------------------------------------------------------------------------- */

static void what_the_counter_refunds_the_provider_refunds(void **state)
{
    struct shop *shop = *state;
    const char *label = "Stalls-A-1";
    char id[UUID_TEXT];
    start(shop);
    pay(shop);
    hear(shop, THERE_AUTHORISED);
    complete(shop);
    house_become(shop->house, "mark", ROLE_SUPERVISOR);
    house_reason(shop->house, "ill");
    desk_refund(&shop->house->desk, &shop->house->meta, uuid_text(&shop->intent.sale, id), &label,
                1, false, -1, &shop->house->out);
    ASSERT_VERDICT(shop->house, VERDICT_OK);
    complete(shop);
    check_money(shop, TWO_SEATS / 2);
}

static void tickets_whose_reservation_was_lost_are_taken_back(void **state)
{
    struct shop *shop = *state;
    const struct uuid id = a_key();
    start(shop);
    pay(shop);
    hear(shop, THERE_AUTHORISED);
    purse_forget(&shop->purse, &id);
    come_to_rest(shop);
    assert_string_equal(seat(shop), "available");
    check_money(shop, 0);
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
    start(shop);
    pay(shop);
    hear(shop, THERE_AUTHORISED);
    if (chore.step(chore.ctx, &step, &err))
        fail_msg("%s", err.text);
    assert_in_range(step.next_ms, 1, 5000);
    bool kept = shop->house->desk.store->ops->intents; /* else in memory, where no worker looks */
    assert_int_equal(step.done, kept);
    assert_string_equal(seat(shop), kept ? "sold" : "held");
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
    start(shop);
    pay(shop);
    hear(shop, THERE_AUTHORISED);
    come_to_rest(shop);
}

/* Whoever pays does so whether or not our program lives. */
static void pay_if_known(struct shop *shop)
{
    const struct uuid id = a_key();
    if (purse_look(&shop->purse, &id).there == THERE_WAITING)
        pay(shop);
}

static void killed_anywhere_the_next_one_brings_it_to_its_end(void **state)
{
    bool died = true;
    int deaths = 0;
    for (int n = 1; died && n < 40; n++) {
        void *fresh;
        assert_int_equal(open_shop(&fresh), 0);
        struct shop *shop = fresh;
        died = dies_at(shop, n, pay_and_complete);
        deaths += died;
        pass(shop, 2 * MINUTE_MS);
        complete(shop);
        pay_if_known(shop);
        come_to_rest(shop);
        assert_string_equal(seat(shop), "sold");
        check_money(shop, TWO_SEATS);
        assert_int_equal(close_shop(&fresh), 0);
    }
    assert_false(died);
    assert_true(deaths > 6);
}

static void whatever_answer_is_lost_it_comes_to_the_same_end(void **state)
{
    for (int lost = 0; lost < 12; lost++) {
        void *fresh;
        assert_int_equal(open_shop(&fresh), 0);
        struct shop *shop = fresh;
        shop->purse.lose_questions = lost & 1 ? lost / 2 : 0;
        shop->purse.lose_answers = lost & 1 ? 0 : lost / 2;
        start(shop);
        for (int i = 0; i < 10; i++) {
            pass(shop, 20000);
            complete(shop);
            pay_if_known(shop);
        }
        come_to_rest(shop);
        assert_string_equal(seat(shop), "sold");
        check_money(shop, TWO_SEATS);
        assert_int_equal(close_shop(&fresh), 0);
    }
}

#define IN_SHOP(test) cmocka_unit_test_setup_teardown(test, open_shop, close_shop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SHOP(a_checkout_keeps_the_seats_and_tells_the_provider),
        IN_SHOP(what_is_paid_is_sold_and_taken),
        IN_SHOP(without_a_message_it_is_found_out_by_asking),
        IN_SHOP(the_same_again_is_the_same_checkout),
        IN_SHOP(a_key_of_another_checkout_is_refused),
        IN_SHOP(the_customers_other_holds_last_longer_too),
        IN_SHOP(nobody_sells_what_is_being_paid_for),
        IN_SHOP(a_failed_payment_frees_the_seats),
        IN_SHOP(nobody_waits_for_a_payer_for_ever),
        IN_SHOP(a_provider_that_does_not_take_it_frees_the_seats),
        IN_SHOP(a_hold_that_is_over_is_refused_before_anybody_is_told),
        IN_SHOP(late_money_takes_the_seats_again),
        IN_SHOP(late_money_without_seats_goes_back),
        IN_SHOP(a_cancelled_checkout_says_what_was_released),
        IN_SHOP(what_was_paid_cannot_be_cancelled),
        IN_SHOP(money_for_a_cancelled_checkout_goes_back),
        IN_SHOP(what_the_counter_refunds_the_provider_refunds),
        IN_SHOP(tickets_whose_reservation_was_lost_are_taken_back),
        IN_SHOP(a_message_that_fits_nothing_is_kept_once),
        IN_SHOP(the_worker_completes_what_is_due_and_says_when_it_comes_again),
        cmocka_unit_test(killed_anywhere_the_next_one_brings_it_to_its_end),
        cmocka_unit_test(whatever_answer_is_lost_it_comes_to_the_same_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
