#include "config.h"

#include "src/api/streams.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/entity.h"

enum { RING = 256 };

struct watched {
    char show[SLUG_TEXT];
    struct page *ring[RING]; /* of event n at n % RING */
    uint64_t told;           /* events so far */
    int64_t last_event, beat_at;
    int users;
    struct watched *next;
};

struct stream {
    struct streams *streams;
    struct watched *watched;
    uint64_t heard; /* events so far */
    struct page *now;
    size_t sent;      /* of it */
    void *connection; /* while it sleeps */
    uint64_t token;
    bool over; /* it is not good any more */
    struct stream *next;
};

struct streams {
    pthread_mutex_t lock; /* of everything */
    struct stream_wire wire;
    struct watched *watched;
    struct stream *first;
    bool ended;
};

struct streams *streams_new(const struct stream_wire *wire)
{
    struct streams *streams = x_alloc(sizeof *streams);
    pthread_mutex_init(&streams->lock, NULL);
    streams->wire = *wire;
    return streams;
}

void streams_free(struct streams **streams)
{
    if (!*streams)
        return;
    pthread_mutex_destroy(&(*streams)->lock);
    free(*streams);
    *streams = NULL;
}

struct page *stream_event(const char *name, int64_t id, const struct page *data)
{
    char head[96];
    int used = id ? snprintf(head, sizeof head, "id: %" PRId64 "\n", id) : 0;
    used += snprintf(head + used, sizeof head - (size_t)used, "event: %s\ndata: ", name);
    struct page *page = page_new((size_t)used + data->size + 2);
    char *at = mempcpy(page->bytes, head, (size_t)used);
    at = mempcpy(at, data->bytes, data->size);
    memcpy(at, "\n\n", 2);
    return page;
}

/* ---- opening and closing ----------------------------------------------------------------------
 */

static struct watched *find_watched(struct streams *streams, const char *show, int64_t after)
{
    struct watched *watched = streams->watched;
    while (watched && strcmp(watched->show, show) != 0)
        watched = watched->next;
    if (watched)
        return watched;
    watched = x_alloc(sizeof *watched);
    text_copy(watched->show, sizeof watched->show, show);
    watched->last_event = after;
    watched->next = streams->watched;
    streams->watched = watched;
    return watched;
}

struct stream *streams_open(struct streams *streams, const char *show, int64_t after,
                            uint64_t token, struct page **first)
{
    struct stream *stream = NULL;
    pthread_mutex_lock(&streams->lock);
    struct watched *watched = find_watched(streams, show, after);
    if (watched->last_event <= after) {
        stream = x_alloc(sizeof *stream);
        stream->streams = streams;
        stream->watched = watched;
        stream->heard = watched->told;
        stream->token = token;
        stream->now = *first;
        *first = NULL;
        stream->next = streams->first;
        streams->first = stream;
        watched->users++;
    }
    pthread_mutex_unlock(&streams->lock);
    return stream;
}

static void drop_watched(struct streams *streams, struct watched *gone)
{
    struct watched **at = &streams->watched;
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    for (int i = 0; i < RING; i++)
        page_leave(&gone->ring[i]);
    free(gone);
}

void stream_close(struct stream *stream)
{
    struct streams *streams = stream->streams;
    pthread_mutex_lock(&streams->lock);
    struct stream **at = &streams->first;
    while (*at != stream)
        at = &(*at)->next;
    *at = stream->next;
    if (--stream->watched->users == 0)
        drop_watched(streams, stream->watched);
    pthread_mutex_unlock(&streams->lock);
    page_leave(&stream->now);
    free(stream);
}

/* ---- reading ----------------------------------------------------------------------------------
 */

/* False: it has fallen too far behind. */
static bool take_next(struct stream *stream)
{
    struct watched *watched = stream->watched;
    if (stream->now || stream->heard == watched->told)
        return true;
    if (watched->told - stream->heard > RING)
        return false;
    stream->now = page_share(watched->ring[stream->heard++ % RING]);
    stream->sent = 0;
    return true;
}

static ssize_t copy_out(struct stream *stream, char *out, size_t room)
{
    size_t left = stream->now->size - stream->sent;
    size_t size = left < room ? left : room;
    memcpy(out, stream->now->bytes + stream->sent, size);
    stream->sent += size;
    if (size == left)
        page_leave(&stream->now);
    return (ssize_t)size;
}

ssize_t stream_read(struct stream *stream, void *connection, char *out, size_t room)
{
    struct streams *streams = stream->streams;
    ssize_t got = -1;
    pthread_mutex_lock(&streams->lock);
    if (!streams->ended && !stream->over && take_next(stream)) {
        got = stream->now ? copy_out(stream, out, room) : 0;
        if (!got) {
            stream->connection = connection;
            streams->wire.sleep(connection);
        }
    }
    pthread_mutex_unlock(&streams->lock);
    return got;
}

/* ---- telling ----------------------------------------------------------------------------------
 */

/* With the lock held. */
static void wake_one(struct streams *streams, struct stream *stream)
{
    void *connection = stream->connection;
    stream->connection = NULL;
    if (connection)
        streams->wire.wake(connection);
}

/* With the lock held; watched NULL: of every show. */
static void wake(struct streams *streams, const struct watched *watched)
{
    for (struct stream *stream = streams->first; stream; stream = stream->next)
        if (!watched || stream->watched == watched)
            wake_one(streams, stream);
}

static void push(struct streams *streams, struct watched *watched, struct page *event)
{
    struct page **place = &watched->ring[watched->told++ % RING];
    page_leave(place);
    *place = event;
    wake(streams, watched);
}

bool streams_any(struct streams *streams)
{
    pthread_mutex_lock(&streams->lock);
    bool any = streams->first != NULL;
    pthread_mutex_unlock(&streams->lock);
    return any;
}

/* The nth show that is watched, and the last event that was told; false: there are not so many. */
static bool nth_watched(struct streams *streams, int nth, char show[SLUG_TEXT], int64_t *after)
{
    pthread_mutex_lock(&streams->lock);
    const struct watched *watched = streams->watched;
    for (; watched && nth; nth--)
        watched = watched->next;
    if (watched) {
        memcpy(show, watched->show, SLUG_TEXT);
        *after = watched->last_event;
    }
    pthread_mutex_unlock(&streams->lock);
    return watched != NULL;
}

/* Takes the event over; NULL: nothing has changed, and from time to time that is told, too. */
static void tell(struct streams *streams, const char *show, int64_t last, struct page *event,
                 int64_t mono)
{
    static const char beat[] = ": still here\n\n";
    pthread_mutex_lock(&streams->lock);
    struct watched *watched = streams->watched;
    while (watched && strcmp(watched->show, show) != 0)
        watched = watched->next;
    if (watched && !event && mono - watched->beat_at >= STREAM_BEAT_MS) {
        event = page_new(sizeof beat - 1);
        memcpy(event->bytes, beat, sizeof beat - 1);
    }
    if (watched && event) {
        watched->last_event = last > watched->last_event ? last : watched->last_event;
        watched->beat_at = mono;
        push(streams, watched, event);
        event = NULL;
    }
    pthread_mutex_unlock(&streams->lock);
    page_leave(&event);
}

void streams_tell(struct streams *streams, struct seat_maps *maps, struct store *store,
                  const struct clock *clock)
{
    char show[SLUG_TEXT];
    int64_t after;
    for (int i = 0; nth_watched(streams, i, show, &after); i++) {
        struct map_look look;
        struct page *event = NULL;
        struct err err;
        bool whole;
        if (seat_maps_since(maps, store, clock, show, after, &look, &whole, &err))
            continue;
        if (whole && !seat_maps_look(maps, store, clock, show, false, &look, &err) && look.page)
            event = stream_event("seats", look.last_event, look.page);
        else if (look.page && look.last_event > after)
            event = stream_event("seats", look.last_event, look.page);
        page_leave(&look.page);
        tell(streams, show, look.last_event, event, clock_mono(clock));
    }
}

void streams_keep(struct streams *streams, bool (*good)(void *ctx, uint64_t token), void *ctx)
{
    pthread_mutex_lock(&streams->lock);
    for (struct stream *stream = streams->first; stream; stream = stream->next) {
        if (stream->over || good(ctx, stream->token))
            continue;
        stream->over = true;
        wake_one(streams, stream);
    }
    pthread_mutex_unlock(&streams->lock);
}

void streams_end(struct streams *streams)
{
    pthread_mutex_lock(&streams->lock);
    streams->ended = true;
    wake(streams, NULL);
    pthread_mutex_unlock(&streams->lock);
}
