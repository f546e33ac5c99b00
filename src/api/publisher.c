#include "config.h"

#include "src/api/publisher.h"

#include <stdlib.h>

#include "src/api/streams.h"

struct publisher {
    struct registry *registry; /* NULL: none */
    struct clock clock;
    struct uuid id;
    struct arena *arena; /* of the readers */
    struct registry_reader *readers;
    int count;
    int64_t due; /* monotonic: when to look for readers again */
};

struct publisher *publisher_new(struct registry *registry, const struct clock *clock)
{
    struct uuid_source ids = {.rng = rng_system()};
    struct publisher *publisher = x_alloc(sizeof *publisher);
    *publisher = (struct publisher){.registry = registry,
                                    .clock = *clock,
                                    .id = uuid_make(&ids, clock_wall(clock)),
                                    .arena = arena_new()};
    return publisher;
}

void publisher_free(struct publisher **publisher)
{
    if (!*publisher)
        return;
    arena_free(&(*publisher)->arena);
    free(*publisher);
    *publisher = NULL;
}

static void look_for_readers(struct publisher *publisher)
{
    struct registry *registry = publisher->registry;
    int64_t now = clock_mono(&publisher->clock);
    if (now < publisher->due)
        return;
    publisher->due = now + PUBLISHER_EVERY_MS;
    arena_free(&publisher->arena);
    publisher->arena = arena_new();
    if (!registry->ops->readers(registry, &publisher->id, publisher->arena, &publisher->readers,
                                &publisher->count))
        publisher->count = 0;
}

/* Where the show stands now: a message without seats, unless one is sold this very moment. */
static enum rc look_from_now(const struct publisher *publisher, struct seat_maps *maps,
                             struct store *store, const char *show, struct map_look *look)
{
    struct err err;
    bool whole;
    enum rc rc = seat_maps_look(maps, store, &publisher->clock, show, false, look, &err);
    if (rc || !look->page)
        return rc;
    page_leave(&look->page);
    return seat_maps_since(maps, store, &publisher->clock, show, look->last_event, look, &whole,
                           &err);
}

/* False: this show cannot be read, or Redis took nothing. */
static bool publish_one(const struct publisher *publisher, struct seat_maps *maps,
                        struct store *store, struct registry_reader *reader)
{
    struct registry *registry = publisher->registry;
    struct map_look look = {.page = NULL};
    struct err err;
    bool whole = reader->told < 0;
    enum rc rc = RC_OK;
    if (!whole)
        rc = seat_maps_since(maps, store, &publisher->clock, reader->show, reader->told, &look,
                             &whole, &err);
    if (!rc && whole)
        rc = look_from_now(publisher, maps, store, reader->show, &look);
    bool well = !rc && look.page;
    if (well && look.last_event > reader->told) {
        const struct registry_message message = {.show = reader->show,
                                                 .since = reader->told,
                                                 .last = look.last_event,
                                                 .bytes = look.page->bytes,
                                                 .size = look.page->size};
        well = registry->ops->publish(registry, &message, &reader->told);
    }
    page_leave(&look.page);
    return well;
}

int64_t publisher_turn(struct publisher *publisher, struct seat_maps *maps, struct store *store)
{
    if (!publisher->registry)
        return 0;
    look_for_readers(publisher);
    for (int i = 0; i < publisher->count; i++)
        if (!publish_one(publisher, maps, store, &publisher->readers[i]))
            publisher->readers[i--] = publisher->readers[--publisher->count]; /* for a second */
    return publisher->count ? STREAM_EVERY_MS : PUBLISHER_EVERY_MS;
}
