/*
 * The act of an entry: can it be written as it says? What is found out here is refused by itself;
 * what only the database finds out costs the batch another round (pg_upstream.c).
 */
#include "config.h"

#include <string.h>

#include "src/adapter/pg_sync.h"
#include "src/domain/act_bytes.h"
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

static bool is_act_of_a_till(enum act act)
{
    const struct changeset alone = {.act = act};
    struct refusal why;
    return alone_may(&alone, &why) == VERDICT_OK;
}

static bool notes_are_a_tills(const struct changeset *act)
{
    for (int i = 0; i < act->notes.count; i++)
        if (!is_act_of_a_till(act->notes.at[i].act))
            return false;
    return true;
}

static bool adds_up(const struct changeset *act, const struct sale *sale)
{
    int64_t total = 0, paid = 0;
    for (int i = 0; i < act->tickets.count; i++)
        if (uuid_equal(&act->tickets.at[i].sale, &sale->id) &&
            act->tickets.at[i].status == TICKET_VALID)
            total += act->tickets.at[i].total;
    for (int i = 0; i < act->payments.count; i++)
        if (uuid_equal(&act->payments.at[i].sale, &sale->id))
            paid += act->payments.at[i].amount;
    return total == sale->total && paid == sale->paid;
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

int pg_sync_poisoned(const struct pg_sync *sync, const struct uuid *uid)
{
    int times = 0;
    for (int i = 0; i < sync->poison.count; i++)
        times += uuid_equal(&sync->poison.at[i], uid);
    return times;
}

/* Whose rows they are, the database judges: a service's till brings those of its clients, too. */
static bool look(const struct pg_sync *sync, const struct entry *entry)
{
    const struct changeset *act = sync->act;
    return strcmp(act->actor.till, sync->till) == 0 && is_act_of_a_till(act->act) &&
           steps_are_a_tills(entry) && notes_are_a_tills(act) && sales_are_whole(act) &&
           bags_are_whole(act) && (entry->kind != ENTRY_SCAN || act->scans.count) &&
           !pg_sync_poisoned(sync, &entry->uid);
}

bool pg_sync_fits(void *ctx, const struct house_device *device, const struct entry *entry)
{
    struct pg_sync *sync = ctx;
    sync->act = changeset_new(sync->arena);
    if (!act_read(entry->payload, entry->payload_size, sync->act))
        sync->act = NULL;
    sync->fits = sync->act && !uuid_is_zero(&entry->uid) && look(sync, entry);
    return sync->fits;
}
