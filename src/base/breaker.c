#include "config.h"

#include "src/base/breaker.h"

enum { FAILURES_TO_OPEN = 5, WINDOW = 20, BAD_TO_OPEN = WINDOW / 2 };
enum { FIRST_WAIT_MS = 1000, LONGEST_WAIT_MS = 30000 };

static void open_now(struct breaker *breaker, int64_t mono_ms)
{
    int64_t wait = breaker->wait_ms ? breaker->wait_ms : FIRST_WAIT_MS;
    breaker->state = BREAKER_OPEN;
    breaker->retry_at = mono_ms + wait;
    breaker->wait_ms = wait * 2 > LONGEST_WAIT_MS ? LONGEST_WAIT_MS : wait * 2;
}

/* A probe whose answer never came must not keep the breaker half open for ever. */
static bool let_probe_through(struct breaker *breaker, int64_t mono_ms)
{
    if (mono_ms < breaker->retry_at)
        return false;
    breaker->state = BREAKER_HALF_OPEN;
    breaker->retry_at = mono_ms + LONGEST_WAIT_MS;
    return true;
}

bool breaker_allows(struct breaker *breaker, int64_t mono_ms)
{
    return breaker->state == BREAKER_CLOSED || let_probe_through(breaker, mono_ms);
}

static void remember(struct breaker *breaker, enum breaker_outcome outcome)
{
    breaker->failures = outcome == BREAKER_FAILED ? breaker->failures + 1 : 0;
    breaker->bad = (breaker->bad << 1 | (outcome != BREAKER_OK)) & ((1u << WINDOW) - 1);
    if (breaker->seen < WINDOW)
        breaker->seen++;
}

static bool too_bad(const struct breaker *breaker)
{
    return breaker->failures >= FAILURES_TO_OPEN ||
           (breaker->seen == WINDOW && __builtin_popcount(breaker->bad) >= BAD_TO_OPEN);
}

void breaker_report(struct breaker *breaker, enum breaker_outcome outcome, int64_t mono_ms)
{
    switch (breaker->state) {
    case BREAKER_CLOSED:
        remember(breaker, outcome);
        if (too_bad(breaker))
            open_now(breaker, mono_ms);
        break;
    case BREAKER_HALF_OPEN:
        if (outcome == BREAKER_OK)
            *breaker = (struct breaker){0};
        else
            open_now(breaker, mono_ms);
        break;
    case BREAKER_OPEN: /* a call that went before it opened: the decision is taken */
        break;
    }
}

const char *breaker_state_name(enum breaker_state state)
{
    static const char *const names[] = {"closed", "open", "half open"};
    return names[state];
}
