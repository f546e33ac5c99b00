/* A yardstick: holding two seats of a field, written as one statement a round trip. */
#ifndef LOGE_TESTS_BENCH_PG_STEPS_H
#define LOGE_TESTS_BENCH_PG_STEPS_H

#include "tests/bench/pg_field.h"

/* Every till's own connection, over the socket (port 0) or that loopback port. */
void pg_steps_open(struct field *field, int port);
/* The next two seats of the till, into a new hold. */
void pg_steps_hold(struct field_till *till);
/* The whole act: the show, its prices and the seats' row are read before. */
void pg_steps_read_and_hold(struct field_till *till);

#endif
