/*
 * Following one show: the feed when it is alive, the inner store's log when it is not, and sums
 * every few seconds for what got lost.
 */
#include "config.h"

#include "src/adapter/house_parts.h"

#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { LOOK_MS = 500 };

/* ---- something to wait for ------------------------------------------------------------------ */

static void tick_every(struct house_store *house, int64_t ms)
{
    const struct timespec period = {ms / 1000, (long)(ms % 1000) * 1000000};
    const struct itimerspec timer = {period, period};
    if (house->timer >= 0)
        timerfd_settime(house->timer, 0, &timer, NULL);
}

static bool watch(struct house_store *house, int fd)
{
    struct epoll_event readable = {.events = EPOLLIN};
    return fd < 0 || epoll_ctl(house->watch, EPOLL_CTL_ADD, fd, &readable) == 0;
}

static int inner_fd(const struct house_store *house)
{
    return house->inner->ops->watch_fd ? house->inner->ops->watch_fd(house->inner) : -1;
}

enum rc house_watch_open(struct house_store *house, struct err *err)
{
    house->watch = epoll_create1(EPOLL_CLOEXEC);
    house->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (house->watch < 0 || house->timer < 0 || !watch(house, house->timer) ||
        !watch(house, inner_fd(house)) ||
        !watch(house, house->front.feed->ops->fd(house->front.feed)))
        return err_set_errno(err, RC_CONFIG, "cannot watch the house");
    tick_every(house, LOOK_MS);
    return RC_OK;
}

void house_watch_close(struct house_store *house)
{
    if (house->watch >= 0)
        close(house->watch);
    if (house->timer >= 0)
        close(house->timer);
}

/* Reading it says nothing and takes nothing: the store empties what is behind it itself. */
int house_watch_fd(struct store *store)
{
    struct house_store *house = house_of(store);
    return house->watch >= 0 ? house->watch : inner_fd(house);
}

static void empty(int fd)
{
    char bytes[4096];
    struct pollfd reader = {.fd = fd, .events = POLLIN};
    while (fd >= 0 && poll(&reader, 1, 0) == 1 && read(fd, bytes, sizeof bytes) > 0)
        continue;
}

/* ---- hearing -------------------------------------------------------------------------------- */

void house_hear(struct house_store *house)
{
    struct arena *arena = arena_new();
    struct feed_notes notes;
    bool alive = house->front.feed->ops->take(house->front.feed, arena, &notes);
    for (int i = 0; i < notes.list.count && house_map_is(&house->map, house->followed); i++)
        house_map_hear(&house->map, notes.list.at[i].seat, &notes.list.at[i].state);
    if (house->alive && !alive)
        house->silent_at = house_mono(house);
    if (alive != house->alive)
        tick_every(house, alive ? FRESH_MS : LOOK_MS);
    house->gap = house->gap || (alive && !house->alive);
    house->alive = alive;
    arena_free(&arena);
}

/* The store's own log, from where the map is known to be complete. */
static enum rc catch_up(struct house_store *house, struct err *err)
{
    struct arena *arena = arena_new();
    struct house_map *map = &house->map;
    struct fresh_seat *seats;
    int count;
    int64_t last = map->at.last_event;
    enum rc rc = house->inner->ops->seats_since(house->inner, map->at.show.no, last, CATCH_UP_MAX,
                                                arena, &seats, &count, &last, err);
    house->counts.truth_reads++;
    for (int i = 0; !rc && i < count; i++)
        house_map_learn(map, seats[i].seat, &seats[i].state, house_mono(house));
    if (!rc && count < 0)
        rc = house_map_reload(house, map->at.show.no, err);
    else if (!rc)
        map->at.last_event = last;
    arena_free(&arena);
    return rc;
}

/* ---- following ------------------------------------------------------------------------------ */

/* Subscribed first and read then, or the log is, so that nothing falls in between. */
enum rc house_start_following(struct house_store *house, int32_t show, struct err *err)
{
    house->front.feed->ops->subscribe(house->front.feed, show);
    house->followed = show;
    house->alive = false;
    house->silent_at = house_mono(house);
    house_history_check(house);
    if (house_map_is(&house->map, show) || house_map_take_spare(house, show))
        return RC_OK;
    return house_map_reload(house, show, err);
}

static enum rc keep_up(struct house_store *house, struct err *err)
{
    house_hear(house);
    if (!house->alive || house->gap) {
        enum rc rc = catch_up(house, err);
        if (rc)
            return rc;
        house->gap = false;
    }
    if (house_mono(house) - house->checked_at < FRESH_MS)
        return RC_OK;
    house_history_check(house);
    return house_map_check(house, err);
}

enum rc house_seats_since(struct store *store, int32_t show, int64_t after, int limit,
                          struct arena *arena, struct fresh_seat **seats, int *count, int64_t *last,
                          struct err *err)
{
    struct house_store *house = house_of(store);
    if (!house->follow)
        return house->inner->ops->seats_since(house->inner, show, after, limit, arena, seats, count,
                                              last, err);
    empty(inner_fd(house));
    empty(house->timer);
    enum rc rc = RC_OK;
    bool known = house->followed == show && house_map_is(&house->map, show);
    if (!known)
        rc = house_start_following(house, show, err);
    if (!rc)
        rc = keep_up(house, err);
    if (rc)
        return rc;
    if (house->anew) {
        struct fresh_seat *told;
        (void)house_map_take_news(&house->map, 0, arena, &told);
        *count = -1;
        *last = house->map.at.last_event;
        house->anew = false;
    } else if (known && after == house->told) {
        *count = house_map_take_news(&house->map, limit, arena, seats);
        *last = house->map.at.last_event;
    } else {
        rc = house->inner->ops->seats_since(house->inner, show, after, limit, arena, seats, count,
                                            last, err);
        struct fresh_seat *told;
        if (!rc)
            (void)house_map_take_news(&house->map, 0, arena, &told);
    }
    house->told = rc ? -1 : *last;
    return rc;
}
