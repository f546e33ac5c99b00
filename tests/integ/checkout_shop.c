#include "config.h"

#include "tests/integ/checkout_shop.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void maybe_die(void *ctx)
{
    struct shop *shop = ctx;
    if (shop->until_death && --shop->until_death == 0)
        longjmp(shop->grave, 1);
}

int shop_open(void **state)
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
    shop->web = (struct act_meta){.arena = shop->house->arena,
                                  .actor = {.name = "web", .till = "serve", .role = ROLE_SERVICE}};
    *state = shop;
    return 0;
}

int shop_close(void **state)
{
    struct shop *shop = *state;
    checkout_home_close(&shop->home);
    free(shop);
    return 0;
}

struct uuid shop_hold_two_at(struct shop *shop, const char *show, const char *first,
                             const char *second)
{
    const char *labels[] = {first, second};
    const struct desk_hold wish = {.show = show,
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

struct uuid shop_hold_two(struct shop *shop, const char *first, const char *second)
{
    return shop_hold_two_at(shop, HOUSE_SHOW, first, second);
}

void shop_start_with(struct shop *shop, struct uuid key)
{
    const struct checkout_wish wish = {.holds = &shop->hold, .hold_count = 1, .name = "Ada"};
    shop->web.key = key;
    checkout_start(&shop->checkout, &shop->web, &wish, &shop->intent, &shop->out);
}

struct uuid shop_key(void)
{
    struct uuid key;
    memset(key.b, 7, sizeof key.b);
    return key;
}

void shop_start(struct shop *shop)
{
    shop->hold = shop_hold_two(shop, "Stalls-A-1", "Stalls-A-2");
    shop_start_with(shop, shop_key());
    ASSERT_VERDICT(shop, VERDICT_OK);
}

void shop_bag(struct shop *shop)
{
    struct house_fixture *house = shop->house;
    char code[TICKET_CODE_TEXT];
    house_hold(house, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(house);
    ASSERT_VERDICT(house, VERDICT_OK);
    memcpy(shop->ticket, house->out.sale->tickets[0].code, sizeof shop->ticket);
    house_sign(house, &house->out.sale->tickets[0], code);
    house_become(house, "anna", ROLE_CLERK);
    const struct desk_scan request = {.show = HOUSE_SHOW, .text = code};
    desk_scan(&house->desk, &house->meta, &request, &house->out);
    assert_int_equal(house->out.scanned->code, DOOR_ADMIT);
    desk_checkin_weigh(&house->desk, &house->meta, shop->ticket, BAG_G, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
}

void shop_start_fee_with(struct shop *shop, struct uuid key)
{
    shop->web.key = key;
    checkout_start_fee(&shop->checkout, &shop->web, shop->ticket, &shop->intent, &shop->out);
}

void shop_start_fee(struct shop *shop)
{
    shop_start_fee_with(shop, shop_key());
    ASSERT_VERDICT(shop, VERDICT_OK);
}

void shop_take_fee(struct shop *shop)
{
    desk_checkin_pay(&shop->house->desk, &shop->house->meta, shop->ticket, NULL, 0,
                     &shop->house->out);
    ASSERT_VERDICT(shop->house, VERDICT_OK);
}

void shop_stop_bag(struct shop *shop)
{
    desk_checkin_stop(&shop->house->desk, &shop->house->meta, shop->ticket, &shop->house->out);
    ASSERT_VERDICT(shop->house, VERDICT_OK);
}

struct checkin shop_checkin(struct shop *shop)
{
    struct outcome out;
    desk_checkin_look(&shop->house->desk, &shop->house->meta, shop->ticket, &out);
    assert_int_equal(out.verdict, VERDICT_OK);
    return out.checked->checkin;
}

/* What the till that serves has by card. */
static int64_t served(struct shop *shop, struct uuid *id)
{
    struct store *store = shop->house->desk.store;
    struct shift shift = {.version = 0};
    bool found = false;
    assert_int_equal(
        store->ops->shift_read(store, NULL, shop->web.actor.till, &shift, &found, NULL), RC_OK);
    *id = shift.id;
    return found ? shift.taken[TENDER_CARD] : 0;
}

void shop_check_fee(struct shop *shop, enum checkin_status status, int64_t expected)
{
    const struct checkin checkin = shop_checkin(shop);
    struct uuid shift;
    assert_int_equal(checkin.status, status);
    assert_int_equal(purse_money(&shop->purse), expected);
    assert_int_equal(served(shop, &shift), expected);
    if (expected)
        assert_true(uuid_equal(&checkin.shift, &shift));
    house_verify(shop->house);
}

void shop_look(struct shop *shop)
{
    struct outcome out;
    const struct uuid id = shop_key();
    checkout_find(&shop->checkout, &shop->web, &id, &shop->intent, &out);
    assert_int_equal(out.verdict, VERDICT_OK);
}

/* Until nothing is due now. */
void shop_complete(struct shop *shop)
{
    int done = 1;
    int64_t next;
    struct err err = {0};
    for (int i = 0; i < 100 && done; i++)
        if (checkout_complete(&shop->checkout, &shop->web, 10, &done, &next, &err))
            fail_msg("%s", err.text);
    assert_int_equal(done, 0);
    shop_look(shop);
}

void shop_pass(struct shop *shop, int64_t ms)
{
    checkout_home_pass(&shop->home, ms);
}

/* As long as it takes. */
void shop_rest(struct shop *shop)
{
    for (int i = 0; i < 60; i++) {
        shop_complete(shop);
        shop_pass(shop, MINUTE_MS);
    }
}

bool shop_hear(struct shop *shop, enum intent_there there)
{
    struct pay_message message = {.event = "evt_1", .id = shop_key(), .there = there};
    enum message_heard heard;
    struct err err = {0};
    if (checkout_hear(&shop->checkout, &shop->web, &message, &heard, &err))
        fail_msg("%s", err.text);
    return heard == MESSAGE_NEW;
}

void shop_pay(struct shop *shop)
{
    const struct uuid id = shop_key();
    purse_pay(&shop->purse, &id);
}

enum intent_there shop_at_provider(struct shop *shop)
{
    const struct uuid id = shop_key();
    return purse_look(&shop->purse, &id).there;
}

const char *shop_seat(struct shop *shop)
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

void shop_check_money(struct shop *shop, int64_t expected)
{
    assert_int_equal(purse_money(&shop->purse), expected);
    assert_int_equal(books(shop), expected);
    house_verify(shop->house);
}
