/*
 * The server's clock as it goes on by itself.
 *
 * A server whose machine was stopped and resumed, or was replaced, may suddenly be hours ahead, and
 * every hold there is would be over at once. So a till that has seen the clock before counts on
 * from there by its own monotonic one; while the two are apart, what is over is freed by the slower
 * of them, until every hold has had its time. (The server itself frees nothing before its own
 * time.)
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <stdlib.h>

enum {
    APART_MS = 5000,          /* more than clocks and lines are apart anyhow */
    BELIEVED_MS = 15 * 60000, /* that is how long a hold lasts */
};

static int64_t goes_on(const struct pg_steady *steady)
{
    return steady->wall + pg_real_ms() - steady->mono;
}

void pg_steady_note(struct pg *pg, int64_t theirs)
{
    struct pg_steady *steady = &pg->steady;
    int64_t now = pg_real_ms();
    bool apart = steady->mono && llabs(theirs - goes_on(steady)) > APART_MS;
    if (apart && !steady->believed_at)
        steady->believed_at = now + BELIEVED_MS;
    if (apart && now < steady->believed_at)
        return;
    *steady = (struct pg_steady){.wall = theirs, .mono = now};
}

int64_t pg_steady_until(const struct pg *pg, int64_t now)
{
    const struct pg_steady *steady = &pg->steady;
    if (!steady->believed_at || pg_real_ms() >= steady->believed_at)
        return now;
    return goes_on(steady) < now ? goes_on(steady) : now;
}

/* ---- what time it is there ------------------------------------------------------------------ */

void pg_told_note(struct pg *pg, int64_t theirs, int64_t took_ms)
{
    pg->told = (struct pg_told){theirs + took_ms / 2, clock_mono(&pg->clock)};
}

int64_t pg_now(const struct pg *pg)
{
    const struct pg_told *told = &pg->told;
    return told->mono ? told->house + clock_mono(&pg->clock) - told->mono : clock_wall(&pg->clock);
}
