/* A hall too large to draw by hand: sections of 100 rows of 100 seats, two aisles a row. */
#ifndef LOGE_TESTS_BENCH_BIG_HALL_H
#define LOGE_TESTS_BENCH_BIG_HALL_H

#include "src/domain/plan.h"

/* seats is a multiple of 100. Seats have no numbers in the hall yet (no = -1). */
struct plan *big_hall(struct arena *arena, int seats);

#endif
