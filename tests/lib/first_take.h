/* For tests and benches of many at once: a seat that nobody has touched yet becomes a hold's. */
#ifndef LOGE_TESTS_FIRST_TAKE_H
#define LOGE_TESTS_FIRST_TAKE_H

#include "src/domain/changeset.h"

static inline struct seat_change first_take(const struct hold *hold, int32_t seat)
{
    return (struct seat_change){.show = hold->show,
                                .seat = seat,
                                .seen = 1,
                                .act = ACT_HOLD,
                                .from = SEAT_AVAILABLE,
                                .to = SEAT_HELD,
                                .holder = hold->id,
                                .held_until = hold->expires_at};
}

#endif
