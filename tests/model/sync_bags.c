/*
 * Bags at the doors of the simulated house: what has to be so of each check-in and of its fee,
 * which is money of a drawer like an order's. What people really did stands in their acts.
 */
#include "config.h"

#include <string.h>

#include "tests/model/sync_world.h"

/* ---- a step --------------------------------------------------------------------------------- */

static bool same_fee(const struct checkin *a, const struct checkin *b)
{
    return a->paid == b->paid && a->tender == b->tender && strcmp(a->till, b->till) == 0 &&
           uuid_equal(&a->shift, &b->shift);
}

void bags_check_step(struct world *world, const struct checkin *before, const struct checkin *after)
{
    if (before && before->status == CHECKIN_COMPLETED)
        world_fault(world, "a check-in that was completed is written again");
    if (after->paid != (after->status == CHECKIN_COMPLETED ? after->fee : 0))
        world_fault(world, "a bag that is %d costs %d, and %d were paid", (int)after->status,
                    (int)after->fee, (int)after->paid);
}

/* Whose work it stands on is looked at, not at versions: two doors that were cut off count alike.
 */
void bags_check_judged(struct world *world, const struct checkin *kept, const struct checkin *step,
                       bool twice)
{
    const bool own = kept && strcmp(kept->till, step->till) == 0;
    const bool seen = kept && strcmp(kept->till, step->seen_till) == 0;
    if (!twice && kept && !own && !seen)
        world_fault(world, "a step with a bag stands on what another door did");
    if (!twice && kept && step->paid && step->fee != kept->fee)
        world_fault(world, "a fee of %d is paid where %d was asked for", (int)step->fee,
                    (int)kept->fee);
    if (twice && !kept && !step->version)
        world_fault(world, "nobody had checked that bag in, and somebody is told");
}

/* ---- all of them ---------------------------------------------------------------------------- */

static const struct checkin *step_of(const struct changeset *act)
{
    return act && act->checkins.count ? &act->checkins.at[0] : NULL;
}

static const struct conflict *told(const struct books *books, const struct uuid *act)
{
    for (int i = 0; i < books->of[BOOK_CONFLICTS].count; i++)
        if (uuid_equal(&BOOK_ROW(books, BOOK_CONFLICTS, conflict, i)->id, act))
            return BOOK_ROW(books, BOOK_CONFLICTS, conflict, i);
    return NULL;
}

/* Another door had checked that bag in: the act is told of, and its fee stands by itself. */
static bool is_apart(const struct books *books, const struct deed *deed)
{
    const struct conflict *conflict = told(books, &deed->uid);
    return conflict && (conflict->heading == MERGE_BAG_TWICE || !entry_state_done(deed->verdict));
}

bool bags_fee_is_apart(const struct books *books, const struct deed *deed)
{
    const struct checkin *step = step_of(deed->act);
    return step && step->paid && is_apart(books, deed);
}

static void check_apart(struct world *world, const struct books *books, const struct deed *deed)
{
    const struct checkin *step = step_of(deed->act);
    const struct conflict *conflict = told(books, &deed->uid);
    const struct payment *kept = books_payment(books, &deed->uid);
    if (!step->paid && (kept || conflict->outcome == CONFLICT_OPEN))
        world_fault(world, "a bag was checked in twice, and something is to be decided");
    if (!step->paid)
        return;
    if (!kept || kept->amount != step->paid || kept->tender != step->tender ||
        !uuid_equal(&kept->shift, &step->shift))
        world_fault(world, "a fee of %d was taken for a bag twice, and is nowhere",
                    (int)step->paid);
    else if (!uuid_equal(&conflict->sale, &deed->uid) || conflict->amount < step->paid)
        world_fault(world, "a fee of %d was taken for a bag twice, and %d are told of",
                    (int)step->paid, (int)conflict->amount);
}

struct bag_count {
    const struct checkin *row;
    int steps, fees; /* that were done to it */
};

static void count_step(struct world *world, struct bag_count *count, const struct changeset *act)
{
    const struct checkin *step = step_of(act);
    if (!step || step->entry != count->row->entry ||
        !uuid_equal(&step->ticket, &count->row->ticket))
        return;
    count->steps++;
    if (!step->paid)
        return;
    count->fees++;
    if (!same_fee(step, count->row))
        world_fault(world, "a fee of %d is not the one that its check-in says", (int)step->paid);
}

/* Each step that is not told of was done to it, once, and so was its fee. */
static void check_row(struct world *world, const struct books *books, const struct checkin *row)
{
    struct bag_count count = {.row = row};
    for (int i = 0; i < world->deed_count; i++)
        if (world->deeds[i].judged && step_of(world->deeds[i].act) &&
            !is_apart(books, &world->deeds[i]))
            count_step(world, &count, world->deeds[i].act);
    for (int i = 0; i < world->office.count; i++)
        count_step(world, &count, world->office.at[i]);
    if (count.steps != (int)row->version)
        world_fault(world, "%d steps of a check-in were done, and it is at version %d", count.steps,
                    (int)row->version);
    if (count.fees != (row->paid > 0))
        world_fault(world, "a check-in has %d fees, and says that %d were paid", count.fees,
                    (int)row->paid);
}

void bags_check_end(struct world *world)
{
    const struct books *books = world->store.now.books;
    for (int i = 0; i < books->of[BOOK_CHECKINS].count; i++)
        check_row(world, books, BOOK_ROW(books, BOOK_CHECKINS, checkin, i));
    for (int i = 0; i < world->deed_count; i++) {
        const struct deed *deed = &world->deeds[i];
        const struct checkin *step = deed->judged ? step_of(deed->act) : NULL;
        if (step && is_apart(books, deed))
            check_apart(world, books, deed);
        else if (step && !books_checkin(books, step))
            world_fault(world, "a bag was checked in, and the house does not know");
    }
}
