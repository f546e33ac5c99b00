/* Where the checkouts of a test take place: a house, its intents, and time. */
#ifndef LOGE_TESTS_INTEG_CHECKOUT_HOME_H
#define LOGE_TESTS_INTEG_CHECKOUT_HOME_H

#include "src/port/intent.h"
#include "tests/lib/house.h"

struct checkout_home {
    struct house_fixture *house;
    struct store *intents;
    const struct intent_ops *ops;
    void *own; /* of whoever made it */
};

/* So many tests may each have several: a file is there at once, a database is not. */
extern const bool checkout_home_is_cheap;

void checkout_home_open(struct checkout_home *);
void checkout_home_close(struct checkout_home *); /* fails when the books are not right */
void checkout_home_pass(struct checkout_home *, int64_t ms);

#endif
