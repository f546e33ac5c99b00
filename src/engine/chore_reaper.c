/*
 * The reaper: every hold is released soon after its end. An expired hold blocks nobody, so this is
 * about maps and reports that read well, and about seats the waiting list can have.
 *
 * It sleeps until the next hold is over. Holds that are shorter than that and made meanwhile are
 * why it never sleeps for long.
 */
#include "config.h"

#include "src/engine/chores.h"

enum { LONGEST_MS = 2000, SHORTEST_MS = 50 };

/* One that is over and still open is being paid for, or somebody is working on it. */
static int64_t nap(int64_t in_ms, bool found)
{
    if (!found || in_ms > LONGEST_MS || in_ms <= 0)
        return LONGEST_MS;
    return in_ms > SHORTEST_MS ? in_ms : SHORTEST_MS;
}

static enum rc reap(void *ctx, struct chore_step *step, struct err *err)
{
    struct outcome out;
    const struct chores_ops *ops;
    int64_t in_ms;
    bool found;
    desk_expire(step->desk, &step->meta, NULL, &out);
    if (out.verdict) {
        *err = out.err;
        return err->rc ? err->rc : err_set(err, RC_TRANSIENT, "REAPER", "%s", out.message);
    }
    step->done = out.swept.holds;
    step->next_ms = LONGEST_MS;
    if (!step->desk->store->ops->chores)
        return RC_OK;
    struct store *keeper = step->desk->store->ops->chores(step->desk->store, &ops);
    enum rc rc = ops->next_expiry(keeper, &in_ms, &found, err);
    if (!rc)
        step->next_ms = nap(in_ms, found);
    return rc;
}

struct chore chore_reaper(void)
{
    return (struct chore){.name = "reaper", .step = reap, .patience_ms = LONGEST_MS};
}
