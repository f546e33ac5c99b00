/* How full the open shows are, noted every minute: what the curve of a report is drawn from. */
#include "config.h"

#include "src/engine/chores.h"

enum { MINUTE_MS = 60000, AFTER_MS = 200 /* the house's clock may be behind this one's */ };

static enum rc count(void *ctx, struct chore_step *step, struct err *err)
{
    const struct chores_ops *ops;
    int shows = 0;
    struct store *store = step->desk->store;
    if (!store->ops->chores)
        return err_set(err, RC_CONFIG, "CHORES", "This house keeps no history of its shows");
    struct store *keeper = store->ops->chores(store, &ops);
    enum rc rc = ops->count_occupancy(keeper, &shows, err);
    step->done = shows;
    step->next_ms = MINUTE_MS - clock_wall(&step->desk->clock) % MINUTE_MS + AFTER_MS;
    return rc;
}

struct chore chore_occupancy(void)
{
    return (struct chore){.name = "occupancy", .step = count};
}
