/*
 * A till on a real desk: the console on a canvas (till.h), and behind it the engine on a small
 * house (house.h) in a temporary folder. Commands are served as they are sent, without a thread,
 * so that money, rights and seats are those of the house and nothing waits.
 */
#ifndef LOGE_TESTS_DESK_TILL_H
#define LOGE_TESTS_DESK_TILL_H

#include "tests/lib/house.h"
#include "tests/lib/till.h"

struct desk_till;

/* cmocka setup and teardown: *state is a struct desk_till, 24x80 in ASCII; anna is signed in and
 * has the show's only section before her. */
int desk_till_setup(void **state);
int desk_till_teardown(void **state);

struct till *desk_till_console(struct desk_till *shop);
struct house_fixture *desk_till_house(struct desk_till *shop);
/* The line drops: a new console of that size, nobody signed in. */
struct till *desk_till_again(struct desk_till *shop, int rows, int columns, enum tier tier);
void desk_till_open_show(struct desk_till *shop, const char *person);

/* While slow, answers are kept back. */
void desk_till_slow(struct desk_till *shop, bool slow);

/* What the house says. */
int desk_till_sales(struct desk_till *shop);
const struct sale *desk_till_last_sale(struct desk_till *shop);

#endif
