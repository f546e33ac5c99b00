#include "config.h"

#include "src/domain/heard_clock.h"

#include <stdlib.h>

static bool is_same_boot(const struct heard_clock *heard, const struct till_clock *here)
{
    return uuid_equal(&heard->here.boot, &here->boot) && here->mono >= heard->here.mono;
}

static int64_t last_known(const struct heard_clock *heard, int64_t latest)
{
    return heard->house > latest ? heard->house : latest;
}

/* Which time the wall clock stands for after a restart; 0: none that can be. */
static int64_t wall_means(const struct heard_clock *heard, const struct till_clock *here,
                          int64_t latest)
{
    int64_t known = last_known(heard, latest);
    int64_t as_it_is = here->wall, as_before = here->wall - (heard->here.wall - heard->house);
    int64_t earlier = as_it_is < as_before ? as_it_is : as_before;
    int64_t later = as_it_is < as_before ? as_before : as_it_is;
    return earlier >= known ? earlier : later >= known ? later : 0;
}

int64_t heard_clock_now(const struct heard_clock *heard, const struct till_clock *here,
                        int64_t latest)
{
    if (!heard->house)
        return here->wall;
    if (is_same_boot(heard, here))
        return heard->house + here->mono - heard->here.mono;
    int64_t now = wall_means(heard, here, latest);
    return now ? now : last_known(heard, latest) + here->mono;
}

/* Answers are late by their way here, so the one that was least late is kept. */
void heard_clock_note(struct heard_clock *heard, const struct till_clock *here, int64_t house)
{
    int64_t now = heard_clock_now(heard, here, 0);
    bool kept = heard->house && !heard->doubt_ms && is_same_boot(heard, here) && now >= house &&
                now - house < HEARD_NEAR_MS;
    *heard = (struct heard_clock){.here = *here, .house = kept ? now : house};
}

static bool was_set(const struct heard_clock *heard, const struct till_clock *here)
{
    int64_t then = heard->here.wall - heard->house;
    return llabs(heard_clock_skew(heard, here, 0) - then) >= HEARD_NEAR_MS;
}

bool heard_clock_resume(struct heard_clock *heard, const struct till_clock *here, int64_t latest)
{
    bool same = is_same_boot(heard, here);
    int64_t doubt = heard_clock_doubt(heard, here, latest);
    if (!heard->house || (same ? !was_set(heard, here) : !wall_means(heard, here, latest)))
        return false;
    *heard = (struct heard_clock){
        .here = *here, .house = heard_clock_now(heard, here, latest), .doubt_ms = doubt};
    return true;
}

int64_t heard_clock_doubt(const struct heard_clock *heard, const struct till_clock *here,
                          int64_t latest)
{
    int64_t skew = llabs(heard->here.wall - heard->house);
    if (!heard->house)
        return 0;
    if (is_same_boot(heard, here))
        return heard->doubt_ms;
    if (!wall_means(heard, here, latest))
        return last_known(heard, latest) - here->wall;
    return skew > heard->doubt_ms ? skew : heard->doubt_ms;
}

int64_t heard_clock_skew(const struct heard_clock *heard, const struct till_clock *here,
                         int64_t latest)
{
    return here->wall - heard_clock_now(heard, here, latest);
}
