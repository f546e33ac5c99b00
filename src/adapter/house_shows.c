/*
 * The shows, and how full they are. Whoever serves shops is asked for that with every page that is
 * looked at, and PostgreSQL counts every seat of every show for it. So the counts are kept in Redis
 * for ten seconds, where each act moves them. Should they be wrong, they are so for no longer: the
 * house is asked every ten seconds whatever Redis says.
 */
#include "config.h"

#include "src/adapter/house_parts.h"

static void put_counts(struct house_store *house, const struct show *show,
                       const struct show_count *count)
{
    const int32_t seats[SEAT_STATUS_COUNT] = {[SEAT_AVAILABLE] = count->available,
                                              [SEAT_HELD] = count->held,
                                              [SEAT_SOLD] = count->sold,
                                              [SEAT_BLOCKED] = count->blocked};
    house->front.registry->ops->occupancy_put(house->front.registry, show->no, seats);
}

static bool get_counts(struct house_store *house, const struct show *show, struct show_count *count)
{
    int32_t seats[SEAT_STATUS_COUNT];
    if (!house->front.registry->ops->occupancy_get(house->front.registry, show->no, seats))
        return false;
    *count = (struct show_count){.available = seats[SEAT_AVAILABLE],
                                 .held = seats[SEAT_HELD],
                                 .sold = seats[SEAT_SOLD],
                                 .blocked = seats[SEAT_BLOCKED]};
    return true;
}

/* False: of one of them nothing is kept, or it is time to ask the house. */
static bool get_all(struct house_store *house, const struct show *shows, int count,
                    struct show_count *counts)
{
    if (house_mono(house) >= house->count_due)
        return false;
    for (int i = 0; i < count; i++)
        if (!get_counts(house, &shows[i], &counts[i]))
            return false;
    return true;
}

static enum rc count_anew(struct house_store *house, int64_t now, struct arena *arena,
                          struct show **shows, struct show_count **counts, int *count,
                          struct err *err)
{
    enum rc rc = house->inner->ops->show_list(house->inner, now, arena, shows, counts, count, err);
    house->count_due = house_mono(house) + REGISTRY_OCCUPANCY_MS;
    for (int i = 0; !rc && i < *count; i++)
        put_counts(house, &(*shows)[i], &(*counts)[i]);
    return rc;
}

/* Tills count each time: money is among their counts, and nobody asks them so often. */
enum rc house_show_list(struct store *store, int64_t now, struct arena *arena, struct show **shows,
                        struct show_count **counts, int *count, struct err *err)
{
    struct house_store *house = house_of(store);
    if (!counts || !house->keeps || !house_awake(house))
        return house->inner->ops->show_list(house->inner, now, arena, shows, counts, count, err);
    enum rc rc = house->inner->ops->show_list(house->inner, now, arena, shows, NULL, count, err);
    if (rc)
        return rc;
    *counts = arena_array(arena, (size_t)*count + 1, sizeof **counts);
    if (get_all(house, *shows, *count, *counts))
        return RC_OK;
    return count_anew(house, now, arena, shows, counts, count, err);
}
