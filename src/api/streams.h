/*
 * Server-sent events: whoever watches a show hears what its seats become.
 *
 * A change is written once and shared by every stream of its show; a stream keeps no more than its
 * place. One that falls too far behind ends, and its client comes back with the id it heard last.
 */
#ifndef LOGE_API_STREAMS_H
#define LOGE_API_STREAMS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/api/page.h"
#include "src/api/seat_map.h"

enum { STREAM_EVERY_MS = 100, STREAM_BEAT_MS = 10000 };

struct streams;
struct stream;

/* How the server lets a stream sleep and wakes it. */
struct stream_wire {
    void (*sleep)(void *connection);
    void (*wake)(void *connection);
};

struct streams *streams_new(const struct stream_wire *wire) RETURNS_FRESH;
/* When no stream is open any more. */
void streams_free(struct streams **streams);

/* A stream of what becomes of a show after this event, for whoever has this token; `first` (taken
 * over) goes out before. NULL: more was told meanwhile; look again. */
struct stream *streams_open(struct streams *streams, const char *show, int64_t after,
                            uint64_t token, struct page **first) MUST_USE;
/* For the server. Bytes; 0: it sleeps from now on; -1: it has ended. */
ssize_t stream_read(struct stream *stream, void *connection, char *out, size_t room);
void stream_close(struct stream *stream);

/* Is anybody there? */
bool streams_any(struct streams *streams);
/* Tells what has changed; on the watcher's thread. */
void streams_tell(struct streams *streams, struct seat_maps *maps, struct store *store,
                  const struct clock *clock);
/* Streams whose token is not good any more end. */
void streams_keep(struct streams *streams, bool (*good)(void *ctx, uint64_t token), void *ctx);
/* Every stream ends. */
void streams_end(struct streams *streams);

/* An event on its wire; id 0: none. */
struct page *stream_event(const char *name, int64_t id, const struct page *data) RETURNS_FRESH;

#endif
