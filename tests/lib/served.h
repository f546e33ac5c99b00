/*
 * A counter whose commands are served as they are sent, in the same thread: money, rights and seats
 * are those of its desk, and nothing waits.
 */
#ifndef LOGE_TESTS_SERVED_H
#define LOGE_TESTS_SERVED_H

#include "src/engine/counter.h"

struct served;

/* The desk is the caller's and outlives it. before, where there is one, comes before each command.
 */
struct served *served_new(struct desk *desk, void (*before)(void *ctx), void *ctx);
void served_free(struct served **served);
const struct counter_port *served_port(struct served *served);
/* For what it is to be given beside its desk. */
struct counter *served_counter(struct served *served);

/* While slow, answers and news are kept back. */
void served_slow(struct served *served, bool slow);

#endif
