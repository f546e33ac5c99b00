/*
 * Messages of the live map for programs that subscribe in Redis.
 *
 * A message is the document that streams send and that GET .../seats?since= answers. Each has
 * `since`, which is the `last_event` of the one before, so a reader sees what it missed and asks
 * for it. Where nothing was published for a while, or more happened than a message holds, one
 * without seats says where the next begins.
 *
 * Of several services one publishes at a time. If it ends or stands still, another goes on where it
 * stopped. Redis takes a message only if it continues the last one (publish_message.lua), so two
 * services that both believe to be the publisher send nothing twice.
 */
#ifndef LOGE_API_PUBLISHER_H
#define LOGE_API_PUBLISHER_H

#include "src/api/seat_map.h"
#include "src/port/registry.h"

enum { PUBLISHER_EVERY_MS = 1000 }; /* how often it looks whether there are readers */

struct publisher;

/* The registry is for its thread alone and outlives it; NULL: there is no Redis. */
struct publisher *publisher_new(struct registry *registry, const struct clock *clock) RETURNS_FRESH;
void publisher_free(struct publisher **publisher);

/* Publishes what changed in shows that have readers; on the watcher's thread. Returns in how many
 * ms it wants to be called again; 0: never. */
int64_t publisher_turn(struct publisher *publisher, struct seat_maps *maps, struct store *store);

#endif
