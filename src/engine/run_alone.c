/*
 * What a till that is alone may not do, although its rows would let it: what was sold, or is held,
 * elsewhere. The changeset does not always say so (a ticket has no till), so the rows are read.
 */
#include "config.h"

#include <string.h>

#include "src/domain/alone.h"
#include "src/engine/run.h"

static enum verdict unavailable(struct run *run)
{
    err_set(&run->out->err, RC_TRANSIENT, "", "%s", run->why.message);
    return VERDICT_UNAVAILABLE;
}

enum verdict run_at_house(struct run *run)
{
    if (!run->desk->alone)
        return VERDICT_OK;
    (void)alone_waits(&run->why);
    return unavailable(run);
}

static enum verdict may_change(struct run *run, const struct uuid *id)
{
    struct store *store = run->desk->store;
    struct sale sale;
    bool found = false;
    if (store->ops->sale_read(store, id, NULL, run->arena, &sale, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (found && alone_may_change(&sale, run->meta->actor.till, &run->why))
        return unavailable(run);
    return VERDICT_OK;
}

static enum verdict sales_are_ours(struct run *run)
{
    const struct changeset *cs = run->cs;
    enum verdict verdict = VERDICT_OK;
    for (int i = 0; i < cs->tickets.count && !verdict; i++)
        verdict = may_change(run, &cs->tickets.at[i].sale);
    for (int i = 0; i < cs->payments.count && !verdict; i++)
        verdict = may_change(run, &cs->payments.at[i].sale);
    return verdict;
}

/* Whoever holds may do so at any till; for others it is done where they hold. */
static enum verdict is_ours(struct run *run, const struct uuid *id)
{
    struct store *store = run->desk->store;
    const struct actor *actor = &run->meta->actor;
    struct hold hold;
    bool found = false;
    if (store->ops->hold_read(store, id, run->arena, &hold, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    bool ours =
        !found || strcmp(hold.holder, actor->name) == 0 || strcmp(hold.till, actor->till) == 0;
    return ours ? VERDICT_OK : run_at_house(run);
}

static enum verdict holds_are_ours(struct run *run)
{
    const struct changeset *cs = run->cs;
    bool matters = cs->act == ACT_TRANSFER || cs->act == ACT_EXTEND;
    enum verdict verdict = VERDICT_OK;
    for (int i = 0; matters && i < cs->holds.count && !verdict; i++)
        verdict = is_ours(run, &cs->holds.at[i].id);
    return verdict;
}

enum verdict run_may_here(struct run *run)
{
    const struct desk_watch *watch = run->desk->watch;
    if (!run->desk->alone)
        return VERDICT_OK;
    if (alone_may(run->cs, &run->why))
        return unavailable(run);
    enum verdict verdict = alone_fits(run->cs, &run->why);
    if (verdict)
        return verdict;
    const char *stopped = watch && watch->stopped ? watch->stopped(watch->ctx) : NULL;
    if (stopped) {
        (void)refuse(&run->why, VERDICT_UNAVAILABLE, "%s", stopped);
        return unavailable(run);
    }
    verdict = sales_are_ours(run);
    return verdict ? verdict : holds_are_ours(run);
}
