/*
 * What clerks and the office do with orders and money, decided by the program's own rules
 * (src/domain/sale.h, shift.h) on the rows they see.
 */
#ifndef LOGE_TESTS_SYNC_TRADE_H
#define LOGE_TESTS_SYNC_TRADE_H

#include "src/domain/sale.h"
#include "tests/model/sync_books.h"
#include "tests/model/sync_world.h"

/* Somebody at a till, or at the house (WEB), and what he sees. */
struct trader {
    struct world *world;
    const struct books *books;
    int who;
    int64_t now; /* by his clock */
    struct seat_now seats[SEATS + 1];
    struct changeset *cs; /* of the act at hand */
};

int trade_class_of(int seat); /* its price class */

extern const char *const trade_names[TILLS + 1]; /* of people and of their tills */

/* The books of an evening that begins: a drawer for each, gift cards, a promotion. */
const struct books *trade_begin(struct arena *arena);

/* NULL: it was refused. The seats of a hold become those of a sale; a sale of nothing free. */
struct trade_sale {
    const int *seats;
    int count;
    struct uuid hold, sale;
};
struct changeset *trade_sell(struct trader *trader, const struct trade_sale *what);

/* Something with an order that is there; NULL: it was refused. fresh: the seat that an exchange
 * takes by this hold; -1: there is none. */
struct trade_fresh {
    int seat;
    struct uuid hold;
};
struct changeset *trade_order(struct trader *trader, const struct uuid *sale,
                              const struct trade_fresh *fresh);
/* The next step with a visitor's bag. */
struct changeset *trade_bag(struct trader *trader, int visitor);
struct changeset *trade_drawer(struct trader *trader);
struct changeset *trade_lend(struct trader *trader, int till);
/* Other seats for a loser, or an offer that lost one of its seats goes back; NULL: there are none.
 */
struct changeset *trade_offer(struct trader *trader, const struct conflict *conflict);
/* A decision about something that nobody accounts for. */
struct changeset *trade_resolve(struct trader *trader, const struct conflict *conflict);

#endif
