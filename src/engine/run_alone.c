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

/* The waiter may be buying the offer elsewhere this very moment; a clerk who took it over owns it.
 */
static bool is_open_offer(const struct run *run, const struct hold *hold)
{
    return hold->source == SOURCE_WAITLIST && hold->version &&
           strcmp(hold->holder, run->meta->actor.name) != 0;
}

static enum verdict holds_are_ours(struct run *run)
{
    const struct changeset *cs = run->cs;
    bool matters = cs->act == ACT_TRANSFER || cs->act == ACT_EXTEND;
    bool ends = cs->act == ACT_SELL || cs->act == ACT_RELEASE || cs->act == ACT_EXCHANGE;
    enum verdict verdict = VERDICT_OK;
    for (int i = 0; i < cs->holds.count && !verdict; i++) {
        const struct hold *hold = &cs->holds.at[i];
        if ((matters || ends) && is_open_offer(run, hold))
            verdict = run_at_house(run);
        else if (matters)
            verdict = is_ours(run, &hold->id);
    }
    return verdict;
}

/* NULL: nothing stands in the way. */
static enum verdict unless(struct run *run, const char *sentence)
{
    if (!sentence)
        return VERDICT_OK;
    (void)refuse(&run->why, VERDICT_UNAVAILABLE, "%s", sentence);
    return unavailable(run);
}

/* A till must not take from itself at the house what it has given away alone. */
static enum verdict may_at_house(struct run *run)
{
    const struct desk_watch *watch = run->desk->watch;
    return unless(run, watch && watch->withheld ? watch->withheld(watch->ctx, run->cs) : NULL);
}

enum verdict run_may_here(struct run *run)
{
    const struct desk_watch *watch = run->desk->watch;
    if (!run->desk->alone)
        return may_at_house(run);
    if (alone_may(run->cs, &run->why))
        return unavailable(run);
    enum verdict verdict = alone_fits(run->cs, &run->why);
    if (!verdict)
        verdict = unless(run, watch && watch->stopped ? watch->stopped(watch->ctx) : NULL);
    if (verdict)
        return verdict;
    verdict = sales_are_ours(run);
    return verdict ? verdict : holds_are_ours(run);
}
