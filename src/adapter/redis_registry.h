/*
 * The registry in Redis. Keys of a show, all in one slot:
 *
 *   {house:show}:seat:NO    STRING  JSON {holder, token, expires_at, held_at, hold, version} while
 *                                   held, {version} for a while after; TTL hold + 60 s
 *   {house:show}:hold:ID    HASH    holder, token, held_at, expires_at, seat:NO -> version
 *   {house:show}:holds      ZSET    hold by its end
 *   {house:show}:map        STRING  32 bytes of head, 32 bytes a seat number; 60 s
 *   {house:show}:count      HASH    available, held, sold, blocked; 10 s
 *   {house:0}:publisher     STRING  the service that publishes messages; 3 s
 *   {house:0}:told:SHOW     STRING  the last event that was published; 60 s
 *   {house:0}:mark          STRING  an event the log had; see house_history.c
 *
 * Its messages go to the channel {house:0}:events:SHOW, SHOW being the show's id, which is all that
 * somebody outside the house knows. The channel {house:show}:feed (redis_feed.h) is for tills.
 */
#ifndef LOGE_ADAPTER_REDIS_REGISTRY_H
#define LOGE_ADAPTER_REDIS_REGISTRY_H

#include "src/adapter/redis_link.h"
#include "src/port/registry.h"

/* The link must outlive it. */
struct registry *redis_registry_new(struct redis_link *link);

/* The seat map as it is kept; count seats after a head. */
enum { SEAT_RECORD = 32, MAP_HEAD = 32 };
void seat_record_write(const struct seat_state *state, unsigned char out[SEAT_RECORD]);
/* False: no seat can stand like that. */
bool seat_record_read(const unsigned char in[SEAT_RECORD], struct seat_state *state);

#endif
