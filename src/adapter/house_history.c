/*
 * A restored backup: the log lost its end, and whoever was told of it knows more than the house.
 *
 * Versions cannot tell: a seat that was sold since has a greater one out here than in the truth,
 * and the greater one wins. So each till remembers an event the log had, and leaves one with the
 * front for those who come later. When such an event is in the log no more, or a standby has taken
 * over (its own events may have the numbers of lost ones), the front is emptied and written anew
 * (as `loge reconcile` does), and the own map with it. Looked at when a show is opened and whenever
 * sums are compared, every few seconds.
 */
#include "config.h"

#include "src/adapter/house_parts.h"

static void forget_own(struct house_store *house)
{
    if (house->map.arena)
        house->anew = house_map_reload(house, house->map.at.show.no, NULL) == RC_OK;
}

static void forget_front(struct house_store *house)
{
    struct house_drift drift;
    if (house_store_reconcile(&house->base, NULL, &drift, NULL) == RC_OK)
        house->counts.healed += drift.seats;
}

/* A standby took over: what it had not got is lost, though its number may be in the log again. */
static bool took_over(struct house_store *house)
{
    struct store *inner = house->inner;
    int64_t before = house->history, now = inner->ops->history ? inner->ops->history(inner) : 0;
    house->history = now ? now : before;
    return before && now && before != now;
}

void house_history_check(struct house_store *house)
{
    struct registry *registry = house->front.registry;
    struct store *inner = house->inner;
    int64_t left = 0, newest = 0;
    bool own, there = true;
    if (!inner->ops->log_look || inner->ops->log_look(inner, house->mark, &own, &newest, NULL))
        return;
    if (!registry->ops->mark_get(registry, &left))
        left = 0;
    if (left && inner->ops->log_look(inner, left, &there, &newest, NULL))
        return;
    bool other = took_over(house);
    if (!there || other)
        forget_front(house);
    if (house->mark && (!own || other))
        forget_own(house);
    house->mark = newest;
    if (newest != left && newest)
        registry->ops->mark_put(registry, newest);
}
