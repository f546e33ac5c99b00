/*
 * A restored backup: the log lost its end, and whoever was told of it knows more than the house.
 *
 * Versions cannot tell: a seat that was sold since has a greater one out here than in the truth,
 * and the greater one wins. So each till remembers an event the log had, and leaves one with the
 * front for those who come later. When such an event is in the log no more, the front is emptied
 * and written anew (as `loge reconcile` does), and the own map with it. Looked at when a show is
 * opened and whenever sums are compared, every few seconds.
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
    if (!there)
        forget_front(house);
    if (house->mark && !own)
        forget_own(house);
    house->mark = newest;
    if (newest != left && newest)
        registry->ops->mark_put(registry, newest);
}
