/*
 * The house's store: a store that decides, with a fast layer in front of it.
 *
 *   apply    work locks ── refused early ──> STALE, and the next reads are the truth
 *               │    └─ another act has one: waits here, not in the store
 *               │ taken, or nobody to ask
 *            the inner store decides (new holds with nobody to ask: at once, queueing for no seat)
 *               │ done
 *            registry and feed are told, locks let go
 *
 *   reads    the till's own map, while the feed is alive and sums agree
 *            ── else ──> what sums prove right, block by block: own map, the map in the registry
 *            ── else ──> the inner store, filling back
 *
 * The fast layer makes a "no" or a map faster and is trusted with nothing else:
 *
 *   - it refuses the same act a few times at most, and keeps it waiting for a while at most, then
 *     the inner store is asked whatever it says;
 *   - a refusal decided on reads that were not the truth is decided again on the truth (doubt());
 *   - a key that was sent before always goes to the inner store, so a replay stays a replay;
 *   - what the inner store says overrides whatever was heard, and heals the registry.
 *
 * So replaced by a server that lies, is empty, frozen or old, it costs speed and nothing else.
 */
#ifndef LOGE_ADAPTER_HOUSE_STORE_H
#define LOGE_ADAPTER_HOUSE_STORE_H

#include "src/adapter/redis_link.h"
#include "src/port/feed.h"
#include "src/port/lock.h"
#include "src/port/registry.h"
#include "src/port/store.h"

/* The fast layer. A house store closes them all; link is NULL when they are not Redis. */
struct house_front {
    struct lock *lock;
    struct registry *registry;
    struct feed *feed;
    struct redis_link *link;
};

/* follow: keep an own map of the show that is looked at; for programs that stay. */
enum rc house_store_new(struct store *inner, const struct house_front *front,
                        const struct clock *clock, bool follow, struct store **out,
                        struct err *err) MUST_USE;

/* With Redis. On failure inner stays the caller's; later it belongs to the house store. */
enum rc house_store_open(struct store *inner, const struct redis_config *config,
                         const struct clock *clock, bool follow, struct store **out,
                         struct err *err) MUST_USE;

/* For whoever serves many: looks at whole shows again and again, and at how full all of them are. A
 * show that is read whole twice in a row is followed from then on, and counts are up to ten seconds
 * old, and without money. Of a store that was opened to follow. */
void house_store_keep_maps(struct store *store);

/* ---- health --------------------------------------------------------------------------------- */

struct house_speed {
    enum breaker_state state;
    int64_t retry_ms; /* until the next probe, while open */
    bool feed_alive;
    int64_t silent_ms; /* for how long a show was followed without it */
    int failures;      /* of Redis, in a row */
    struct redis_counts redis;
    int64_t fallbacks; /* holds that PostgreSQL decided without Redis */
    int64_t applies, refused_early, healed, own_maps, own_rows, truth_reads;
    int64_t drift_checks; /* that came to an end */
    char error[160];      /* the last one, "" for none */
};
struct house_speed house_store_speed(struct store *store);

struct house_layers {
    struct registry_count truth, registry;
    bool registry_answers, agree;
};
/* One show; counts of live holds and their seats. */
enum rc house_store_layers(struct store *store, int32_t show, struct house_layers *layers,
                           struct err *err) MUST_USE;

struct house_drift {
    int shows, seats;   /* looked at */
    int missing, stale; /* put right */
};
/* Compares and repairs every open show; RC_TRANSIENT when the registry cannot be asked. */
enum rc house_store_mend(struct store *store, struct house_drift *drift, struct err *err) MUST_USE;
/* Forgets and rewrites what the registry knows of every open show, while the house sells. */
enum rc house_store_reconcile(struct store *store, const struct progress *progress,
                              struct house_drift *drift, struct err *err) MUST_USE;

#endif
