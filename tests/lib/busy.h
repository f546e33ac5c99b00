/*
 * A console in front of a small house, in one thread and on a clock of its own, to which anything
 * at all happens: keys a person might press and keys nobody would, halves of escape sequences with
 * time between them, pastes, scanner bursts, sizes down to one cell, other tills that hold, sell,
 * free and block the same seats, news of the link, answers that come late, and a counter that takes
 * no more.
 *
 * After everything that happens, busy_step checks what always has to hold:
 *   - nothing was sold, given back, blocked, taken from others or let go as a whole but by the key
 *     that confirms it, while the screen showed what was to be confirmed;
 *   - the sum that a sale takes stood on the screen;
 *   - the time a hold has left did not grow but by an extension;
 *   - the basket on the screen is the basket in the house;
 *   - every seat is counted once, and the cursor is on the screen.
 */
#ifndef LOGE_TESTS_BUSY_H
#define LOGE_TESTS_BUSY_H

#include <stdbool.h>

#include "src/base/attr.h"
#include "tests/lib/hand.h"

struct busy;

struct busy_sums {
    int grave;    /* acts that had to be confirmed */
    int sold;     /* of them, sales */
    int baskets;  /* times the basket was compared while it was not empty */
    int meddled;  /* acts of other tills */
    int restarts; /* consoles that were left */
};

struct busy *busy_new(struct hand hand);
void busy_free(struct busy **busy);

/* Something happens. Returns what does not hold any more, with the screen; NULL: nothing. */
const char *busy_step(struct busy *busy) MUST_USE;
/* Does a hand that is led by bytes still have some? */
bool busy_goes_on(const struct busy *busy);
struct busy_sums busy_sums(const struct busy *busy);
/* Fails the running test when the house's log does not agree with its seats. */
void busy_verify(struct busy *busy);

/* For controls: a console with a defect, to show that it is found. */
enum busy_defect {
    BUSY_SOUND,
    BUSY_SELLS_UNASKED, /* once something is in the basket, whatever key is pressed */
    BUSY_SELLS_UNSEEN,  /* pay's Enter works though nothing is drawn */
    BUSY_HEARS_NO_NEWS, /* of what others do */
    BUSY_HOLD_GROWS
};
void busy_break(struct busy *busy, enum busy_defect defect);

#endif
