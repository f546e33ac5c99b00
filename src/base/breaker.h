/*
 * A circuit breaker: stops asking something outside that is broken or slow, and tries it again
 * now and then, so that a dead helper costs a till nothing but its speed.
 *
 *   closed     every call may go; 5 failures in a row, or half of the last 20 calls slow or
 *              failed, open it
 *   open       no call may go until the wait is over: 1 s at first, doubled by each failed probe,
 *              30 s at most
 *   half open  one call is let through; its success closes the breaker, its failure opens it
 *
 * Pure: time is the monotonic clock in milliseconds, given with each call. One thread owns it;
 * copy the struct to show it elsewhere.
 */
#ifndef LOGE_BASE_BREAKER_H
#define LOGE_BASE_BREAKER_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"

enum breaker_state { BREAKER_CLOSED, BREAKER_OPEN, BREAKER_HALF_OPEN };
enum breaker_outcome { BREAKER_OK, BREAKER_SLOW, BREAKER_FAILED };

struct breaker {
    enum breaker_state state;
    int failures;     /* in a row */
    uint32_t bad;     /* the last 20 outcomes, one bit each, the newest lowest */
    int seen;         /* how many of them there are */
    int64_t wait_ms;  /* of the next opening; 0: the first */
    int64_t retry_at; /* open: when a probe may go; half open: when the probe counts as lost */
};

/* A zeroed struct is a closed breaker. */

/* May a call go now? An answer of true must be followed by breaker_report. */
bool breaker_allows(struct breaker *breaker, int64_t mono_ms) MUST_USE;
void breaker_report(struct breaker *breaker, enum breaker_outcome outcome, int64_t mono_ms);

const char *breaker_state_name(enum breaker_state state); /* "closed", "open", "half open" */

#endif
