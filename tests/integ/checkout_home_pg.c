/* In a house on PostgreSQL, intents and all. */
#include "config.h"

#include "tests/integ/checkout_home.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/lib/pg_tills.h"

const bool checkout_home_is_cheap = false;

void checkout_home_open(struct checkout_home *home)
{
    void *made;
    assert_int_equal(pg_shop_setup(&made), 0);
    struct pg_shop *shop = made;
    home->own = shop;
    home->house = &shop->house;
    struct store *store = home->house->desk.store;
    home->intents = store->ops->intents(store, &home->ops);
}

void checkout_home_close(struct checkout_home *home)
{
    void *made = home->own;
    assert_int_equal(pg_shop_teardown(&made), 0);
}

void checkout_home_pass(struct checkout_home *home, int64_t ms)
{
    pg_shop_pass(home->own, ms);
}
