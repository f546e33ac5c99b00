/* On a file of its own, the intents in memory. */
#include "config.h"

#include "tests/integ/checkout_home.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/lib/intent_book.h"

const bool checkout_home_is_cheap = true;

void checkout_home_open(struct checkout_home *home)
{
    void *house;
    assert_int_equal(house_setup(&house), 0);
    home->house = house;
    home->own = intent_book_new(home->house->desk.store);
    home->intents = intent_book_store(home->own, &home->ops);
}

void checkout_home_close(struct checkout_home *home)
{
    struct intent_book *book = home->own;
    void *house = home->house;
    intent_book_free(&book);
    assert_int_equal(house_teardown(&house), 0);
}

void checkout_home_pass(struct checkout_home *home, int64_t ms)
{
    home->house->time.wall += ms;
    home->house->time.mono += ms;
}
