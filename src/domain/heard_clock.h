/*
 * The house's clock at a till that cannot ask for it.
 *
 * A till remembers what the house's clock said in its last answer, beside its own two clocks at
 * that moment. From there it counts by the monotonic one, which nobody can set and which goes on
 * while the machine sleeps. So the wall clock of the machine may be set to any time: no door opens
 * early, no list becomes fresh again, no hold ends.
 *
 * After a restart of the machine the monotonic clock has begun again, and the wall clock is all
 * there is. It was as wrong as when the house answered, or it was set meanwhile: of the two times
 * the earlier one counts that does not lie before what was known already. If both do, nothing is
 * known but that time has not gone back. Where the answers differ by minutes, `doubt_ms` says so,
 * and doors ask a person (door.h).
 */
#ifndef LOGE_DOMAIN_HEARD_CLOCK_H
#define LOGE_DOMAIN_HEARD_CLOCK_H

#include <stdbool.h>

#include "src/domain/till_sync.h"

enum { HEARD_NEAR_MS = 5000 }; /* more than lines and clocks are apart without being wrong */

struct heard_clock {
    struct till_clock here; /* this machine's clocks at that moment */
    int64_t house;          /* and the house's; 0: it was never heard */
    int64_t doubt_ms;       /* by how much it may be wrong; 0: the house has said it in this boot */
};

/* What the house's clock says now; `latest` is a time that has gone by for certain. */
int64_t heard_clock_now(const struct heard_clock *heard, const struct till_clock *here,
                        int64_t latest);

/* The house has just said what time it is. */
void heard_clock_note(struct heard_clock *heard, const struct till_clock *here, int64_t house);

/*
 * A program begins. After a restart of the machine it settles once what the time is, and counts on
 * from there; where the wall clock was set since the last answer it notes that. True: *heard is
 * another one now.
 */
bool heard_clock_resume(struct heard_clock *heard, const struct till_clock *here, int64_t latest);

/* By how much the time may be wrong. */
int64_t heard_clock_doubt(const struct heard_clock *heard, const struct till_clock *here,
                          int64_t latest);

/* How far this machine's wall clock is ahead of the house's; negative: behind. */
int64_t heard_clock_skew(const struct heard_clock *heard, const struct till_clock *here,
                         int64_t latest);

#endif
