/* The servers that most figures need: where one is missing, its figures say so. */
#ifndef LOGE_TESTS_BENCH_SERVERS_H
#define LOGE_TESTS_BENCH_SERVERS_H

#include <libpq-fe.h>

#include "tests/bench/bench.h"

/* Is any of these figures asked for, and can it be measured? Without PostgreSQL or Redis each of
 * them is skipped with the reason in its line. */
bool bench_servers(const struct bench_figure *figures, int count) MUST_USE;

/* Switches autovacuum off: it would analyse some houses in the middle of a figure, others not. */
void bench_autovacuum_off(PGconn *root);

#endif
