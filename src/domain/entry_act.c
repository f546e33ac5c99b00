#include "config.h"

#include "src/domain/entry_act.h"

#include <string.h>

#include "src/domain/alone.h"

static bool is_step_of_a_till(enum act act)
{
    return act <= ACT_TRANSFER ? act != ACT_OVERRIDE : act == ACT_REFUND || act == ACT_EXCHANGE;
}

static bool steps_are_a_tills(const struct entry *entry)
{
    for (int i = 0; i < entry->seat_count; i++)
        if (!is_step_of_a_till(entry->seats[i].change.act))
            return false;
    return true;
}

static bool notes_are_a_tills(const struct changeset *act)
{
    for (int i = 0; i < act->notes.count; i++)
        if (!alone_has(act->notes.at[i].act))
            return false;
    return true;
}

static bool adds_up(const struct changeset *act, const struct sale *sale)
{
    return changeset_valid(act, &sale->id).total == sale->total &&
           changeset_paid(act, &sale->id) == sale->paid;
}

static bool sales_are_whole(const struct changeset *act)
{
    for (int i = 0; i < act->sales.count; i++)
        if (!act->sales.at[i].version && !adds_up(act, &act->sales.at[i]))
            return false;
    return true;
}

/* One step of one check-in, with its money; and none beside other acts. */
static bool bags_are_whole(const struct changeset *act)
{
    const bool is_about_a_bag =
        act->act == ACT_BAG || act->act == ACT_BAG_FEE || act->act == ACT_BAG_STOP;
    if (!is_about_a_bag || act->checkins.count != 1)
        return !is_about_a_bag && !act->checkins.count;
    const struct checkin *step = &act->checkins.at[0];
    const bool paid = act->act == ACT_BAG_FEE;
    return step->fee >= 0 && step->paid == (paid ? step->fee : 0) &&
           paid == !uuid_is_zero(&step->shift);
}

bool entry_act_is_whole(const struct entry *entry, const struct changeset *act, const char *till)
{
    return strcmp(act->actor.till, till) == 0 && alone_has(act->act) && steps_are_a_tills(entry) &&
           notes_are_a_tills(act) && sales_are_whole(act) && bags_are_whole(act) &&
           (entry->kind != ENTRY_SCAN || act->scans.count);
}
