#include "config.h"

#include "src/adapter/null_lock.h"

static enum lock_answer take(struct lock *lock, const struct lock_wish *wish,
                             struct lock_refusal *refusal)
{
    return LOCK_ABSENT;
}

static bool extend(struct lock *lock, const struct lock_wish *wish)
{
    return false;
}

static void release(struct lock *lock, const struct lock_wish *wish)
{
}

static void close_lock(struct lock *lock)
{
}

struct lock *null_lock(void)
{
    static const struct lock_ops ops = {
        .name = "none", .take = take, .extend = extend, .release = release, .close = close_lock};
    static struct lock lock = {&ops};
    return &lock;
}

/* ---- registry ------------------------------------------------------------------------------- */

static void record(struct registry *registry, const struct registry_record *record)
{
}

static bool list(struct registry *registry, int32_t show, int64_t now, struct arena *arena,
                 struct registry_entry **entries, int *count)
{
    return false;
}

static bool count(struct registry *registry, int32_t show, int64_t now, struct registry_count *out)
{
    return false;
}

static void forget(struct registry *registry, int32_t show, int32_t seats)
{
}

static void map_put(struct registry *registry, int32_t show, const struct registry_map *map)
{
}

static void page_put(struct registry *registry, const char *name, const struct registry_page *page)
{
}

static bool page_get(struct registry *registry, const char *name, struct arena *arena,
                     struct registry_page *page)
{
    return false;
}

static bool map_get(struct registry *registry, int32_t show, struct arena *arena,
                    struct registry_map *map)
{
    return false;
}

static void occupancy_put(struct registry *registry, int32_t show,
                          const int32_t seats[SEAT_STATUS_COUNT])
{
}

static bool occupancy_get(struct registry *registry, int32_t show, int32_t seats[SEAT_STATUS_COUNT])
{
    return false;
}

static bool readers(struct registry *registry, const struct uuid *service, struct arena *arena,
                    struct registry_reader **readers, int *count)
{
    return false;
}

static bool publish(struct registry *registry, const struct registry_message *message,
                    int64_t *told)
{
    return false;
}

static void mark_put(struct registry *registry, int64_t event)
{
}

static bool mark_get(struct registry *registry, int64_t *event)
{
    return false;
}

static void close_registry(struct registry *registry)
{
}

struct registry *null_registry(void)
{
    static const struct registry_ops ops = {.name = "none",
                                            .record = record,
                                            .list = list,
                                            .count = count,
                                            .forget = forget,
                                            .map_put = map_put,
                                            .map_get = map_get,
                                            .page_put = page_put,
                                            .page_get = page_get,
                                            .occupancy_put = occupancy_put,
                                            .occupancy_get = occupancy_get,
                                            .readers = readers,
                                            .publish = publish,
                                            .mark_put = mark_put,
                                            .mark_get = mark_get,
                                            .close = close_registry};
    static struct registry registry = {&ops};
    return &registry;
}
