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

/* What it tells Redis with, for its own thread. It stays the store's. */
struct registry *house_store_registry(struct store *store);

/* Asks Redis whether it is there, when nothing else has for some seconds. For programs that stay: a
 * store that nobody uses would not notice that it is gone, or back. */
void house_store_probe(struct store *store);

/* ---- health --------------------------------------------------------------------------------- */

struct house_speed {
    enum breaker_state state;
    int64_t retry_ms; /* until the next probe, while open */
    bool feed_alive;
    int64_t silent_ms; /* for how long a show was followed without it */
    int failures;      /* of Redis, in a row */
    struct redis_counts redis;
    int64_t fallbacks;  /* holds that PostgreSQL decided without Redis */
    int64_t own_misses; /* reads that the own map could not answer */
    int64_t registry_hits,
        registry_misses; /* of them, wrong blocks that Redis' map mended or not */
    int64_t applies, refused_early, healed, own_maps, own_rows, truth_reads;
    int64_t drift_checks; /* that came to an end */
    char error[160];      /* the last one, "" for none */
};
struct house_speed house_store_speed(struct store *store);

/*
 * One show in each of its three layers. Counts are for people; what decides is the content: held
 * seats one by one, and sums over blocks of 256 seats (domain/digest.h) for the maps.
 */
struct house_layers {
    struct registry_count truth, registry; /* live holds and their seats */
    bool registry_answers;
    int missing, stale; /* held seats Redis lacks; entries of Redis that PostgreSQL contradicts */
    int blocks;         /* that PostgreSQL has */
    bool registry_maps; /* Redis keeps a map of the show ... */
    int registry_wrong; /* ... in which so many blocks differ */
    bool own_maps;      /* this process keeps one ... */
    bool own_fresh;     /* ... and reads from it without asking ... */
    int own_held, own_wrong;
    bool agree; /* Redis has the same holds, and no map that is read from differs */
};
enum rc house_store_layers(struct store *store, int32_t show, struct house_layers *layers,
                           struct err *err) MUST_USE;

struct house_drift {
    int shows, seats;   /* looked at; seats: held ones */
    int missing, stale; /* found wrong and put right */
    int blocks;         /* of Redis' maps that were wrong; only reconcile looks at them */
};
/* Compares and repairs every open show; RC_TRANSIENT when the registry cannot be asked. */
enum rc house_store_mend(struct store *store, struct house_drift *drift, struct err *err) MUST_USE;
/* Forgets and rewrites what the registry knows of every open show, while the house sells. */
enum rc house_store_reconcile(struct store *store, const struct progress *progress,
                              struct house_drift *drift, struct err *err) MUST_USE;

#endif
