/* For tests of what seats are called. */
#ifndef LOGE_TESTS_NAME_SEAT_H
#define LOGE_TESTS_NAME_SEAT_H

#include "src/domain/plan.h"

/* Gives a seat of a plan another number and guid ("" if none). */
void name_seat(struct plan *plan, int seat, const char *number, const char *guid,
               struct arena *arena);

#endif
