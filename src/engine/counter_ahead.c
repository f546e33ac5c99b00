#include "config.h"

#include "src/engine/counter_ahead.h"

#include <string.h>

#include "src/base/text.h"
#include "src/engine/counter_look.h"

/* A cursor that runs down a list rests nowhere so long. */
enum { REST_MS = 120, CHANGES_MOST = 4096, IN_THE_WAY_MS = 1000 };

/* ---- reading ------------------------------------------------------------------------------ */

void ahead_forget(struct counter *counter)
{
    arena_free(&counter->ahead.arena);
    counter->ahead.wish[0] = '\0';
}

static bool is_here(const struct counter *counter, const char *show)
{
    return counter->ahead.arena && strcmp(counter->ahead.map.show.id, show) == 0;
}

void look_ahead(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    (void)evt;
    counter->ahead.wish[0] = '\0';
    if (is_here(counter, cmd->u.show))
        return;
    text_copy(counter->ahead.wish, sizeof counter->ahead.wish, cmd->u.show);
    counter->ahead.due = clock_mono(&counter->desk->clock) + REST_MS;
}

int64_t counter_ahead_due(const struct counter *counter)
{
    return counter->ahead.wish[0] && !counter->show_no ? counter->ahead.due : INT64_MAX;
}

/* -1: not known. */
static int32_t plan_version(struct counter *counter, const struct show *show)
{
    struct store *store = counter->desk->store;
    struct hall hall;
    bool found;
    enum rc rc = store->ops->hall_find(store, show->hall, &hall, &found, NULL);
    return rc == RC_OK && found ? hall.plan_version : -1;
}

static bool find_show(struct counter *counter, const char *id, struct arena *arena,
                      struct show *show)
{
    struct store *store = counter->desk->store;
    bool found;
    return store->ops->show_find(store, id, arena, show, &found, NULL) == RC_OK && found;
}

/*
 * Whoever asks for something waits a second for it at most. Then a large show on a slow line is
 * begun anew when it is opened, and tells how far it is.
 */
static bool may_go_on(void *ctx, int64_t done, int64_t total)
{
    struct counter *counter = ctx;
    (void)done, (void)total;
    return clock_mono(&counter->desk->clock) < counter->ahead.due + IN_THE_WAY_MS ||
           !counter->awaited || !counter->awaited(counter->watcher);
}

/* The plan's version is asked first: if the plan changes meanwhile, the version is too old and
 * what was read is not used. */
static bool read_show(struct counter *counter, const char *id)
{
    struct ahead *ahead = &counter->ahead;
    struct outcome out = {0};
    struct show show;
    if (!find_show(counter, id, ahead->arena, &show))
        return false;
    ahead->plan_version = plan_version(counter, &show);
    const struct progress watch = {may_go_on, counter};
    counter_heed(counter, &watch);
    desk_map(counter->desk, ahead->arena, id, &ahead->map, &out);
    counter_heed(counter, NULL);
    return !out.verdict && ahead->plan_version >= 0;
}

bool counter_read_ahead(struct counter *counter)
{
    char wish[SLUG_TEXT];
    if (clock_mono(&counter->desk->clock) < counter_ahead_due(counter))
        return false;
    text_copy(wish, sizeof wish, counter->ahead.wish);
    ahead_forget(counter);
    counter->ahead.arena = arena_new();
    if (!read_show(counter, wish))
        ahead_forget(counter);
    return true;
}

/* ---- opening ------------------------------------------------------------------------------ */

static void apply(struct counter *counter, struct snapshot *map, const struct fresh_seat *fresh)
{
    int32_t index = counter_index_of(counter, fresh->seat);
    if (index >= 0 && fresh->state.version > map->state[index].version)
        map->state[index] = fresh->state;
}

/* False: too much has changed, or it cannot be known. */
static bool catch_up(struct counter *counter, struct arena *arena, struct snapshot *map)
{
    struct store *store = counter->desk->store;
    struct fresh_seat *fresh;
    int count;
    if (store->ops->seats_since(store, map->show.no, map->last_event, CHANGES_MOST, arena, &fresh,
                                &count, &map->last_event, NULL) ||
        count < 0)
        return false;
    for (int i = 0; i < count; i++)
        apply(counter, map, &fresh[i]);
    counter->last_event = map->last_event;
    return true;
}

/* Asked after the seats: if both are as they were, they were so when the seats were read. */
static bool is_the_same(struct counter *counter, struct arena *arena, const struct ahead *ahead)
{
    struct show now;
    return find_show(counter, ahead->map.show.id, arena, &now) &&
           now.version == ahead->map.show.version &&
           plan_version(counter, &now) == ahead->plan_version;
}

bool ahead_take(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct ahead *ahead = &counter->ahead;
    bool good = false;
    if (is_here(counter, cmd->u.show)) {
        look_follow(counter, &ahead->map);
        good =
            catch_up(counter, evt->arena, &ahead->map) && is_the_same(counter, evt->arena, ahead);
    }
    if (good) {
        arena_free(&evt->arena);
        evt->arena = ahead->arena;
        evt->u.map = ahead->map;
        ahead->arena = NULL;
    }
    ahead_forget(counter);
    return good;
}
