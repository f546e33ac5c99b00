/*
 * Between the house store and PostgreSQL: writes down what is really sent and what the store really
 * said, and is the place to die at. apply() comes here when the work locks are taken and returns
 * from here before anything is published.
 */
#ifndef LOGE_TESTS_FAULT_TAP_H
#define LOGE_TESTS_FAULT_TAP_H

#include <stdatomic.h>

#include "src/port/store.h"

enum tap_moment { TAP_NOWHERE, TAP_LOCKED, TAP_COMMITTED };

/* What is to happen to a till; told by whoever watches it, from another process. */
struct tap_orders {
    _Atomic int moment; /* enum tap_moment; goes back to nowhere when it has come */
    _Atomic int signal; /* SIGKILL or SIGSTOP */
    _Atomic int lost;   /* answers of the store that never came */
    _Atomic int met;    /* acts that came to the store and found another's there */
};

/* Changes the store in place; one a process. Writes to the history fd. */
void tap_put(struct store *store, int history, struct tap_orders *orders);

#endif
