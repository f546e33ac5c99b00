/*
 * A shop whose customers pay through a provider that can be told to lose things; on whatever home a
 * test program has (checkout_home.h). All fail the running test when they cannot.
 */
#ifndef LOGE_TESTS_INTEG_CHECKOUT_SHOP_H
#define LOGE_TESTS_INTEG_CHECKOUT_SHOP_H

#include <setjmp.h>

#include "src/engine/checkout.h"
#include "tests/integ/checkout_home.h"
#include "tests/lib/purse.h"

enum { BAG_G = 30000 };
enum { TWO_SEATS = 2 * (4200 + 200), MINUTE_MS = 60000 };

struct shop {
    struct checkout_home home;
    struct house_fixture *house;
    struct purse purse;
    struct checkout checkout;
    struct act_meta web; /* the person of the service */
    struct uuid hold;
    char ticket[CODE_TEXT]; /* of whoever is in with a heavy bag */
    struct intent intent;
    struct outcome out;
    void (*begin)(struct shop *); /* of tests about both: shop_start or shop_start_fee */
    int until_death;              /* at so many pauses from now; 0: never */
    jmp_buf grave;
};

/* cmocka setup and teardown: *state is the shop; the teardown fails when its books are wrong. */
int shop_open(void **state);
int shop_close(void **state);
/* Ada's, for two seats of the house's show or of another. */
struct uuid shop_hold_two(struct shop *shop, const char *first, const char *second);
struct uuid shop_hold_two_at(struct shop *shop, const char *show, const char *first,
                             const char *second);
struct uuid shop_key(void);
/* A checkout for Stalls-A-1 and -2, under this key or the one that all the rest is about. */
void shop_start(struct shop *shop);
void shop_start_with(struct shop *shop, struct uuid key);
/* Somebody is let in, and the bag is weighed: it waits for its fee. */
void shop_bag(struct shop *shop);
/* A payment of its fee, under this key or the one that all the rest is about. */
void shop_start_fee_with(struct shop *shop, struct uuid key);
void shop_start_fee(struct shop *shop);
/* A clerk takes the fee in cash; or whoever brought the bag does not want to pay. */
void shop_take_fee(struct shop *shop);
void shop_stop_bag(struct shop *shop);
struct checkin shop_checkin(struct shop *shop);
/* The check-in stands so, and of its fee so much is at the provider and in the service's shift. */
void shop_check_fee(struct shop *shop, enum checkin_status status, int64_t expected);
/* shop->intent is as it stands now. */
void shop_look(struct shop *shop);
/* What the worker does, until nothing is due now; or for as long as it takes. */
void shop_complete(struct shop *shop);
void shop_rest(struct shop *shop);
void shop_pass(struct shop *shop, int64_t ms);
/* A message of the provider; false: it was no news. */
bool shop_hear(struct shop *shop, enum intent_there there);
void shop_pay(struct shop *shop);
enum intent_there shop_at_provider(struct shop *shop);
const char *shop_seat(struct shop *shop);
/* At the provider, and in the house's books. */
void shop_check_money(struct shop *shop, int64_t expected);

#endif
