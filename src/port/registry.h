/*
 * The registry: what is known of seats and holds outside the store that decides, so that others
 * can be told "no" or shown a map without asking it. Written after commit, judged by version,
 * healed when it is found wrong, and rebuilt from the store at any time. Nothing in it is trusted
 * with more than speed, and every call may fail silently: the next one may not.
 *
 * Times are wall milliseconds of whoever writes.
 */
#ifndef LOGE_PORT_REGISTRY_H
#define LOGE_PORT_REGISTRY_H

#include "src/base/arena.h"
#include "src/base/uuid.h"
#include "src/domain/entity.h"

enum {
    REGISTRY_GRACE_MS = 60000,     /* an entry outlives its hold by this */
    REGISTRY_MAP_MS = 60000,       /* a seat map is kept for this long */
    REGISTRY_OCCUPANCY_MS = 10000, /* and counts for this long */
    REGISTRY_BATCH = 512,          /* seats in one record */
    REGISTRY_PUBLISHER_MS = 3000,  /* a service publishes for this long after it last asked */
    REGISTRY_TOLD_MS = 60000,      /* longer, so the next publisher goes on where it ended */
};

/* How a seat stands since a commit. */
struct registry_seat {
    int32_t seat;
    struct seat_state state;
    char holder[PERSON_TEXT]; /* while held: who, "" when unknown */
    int64_t held_at;          /* while held: since when */
    const char *source;       /* while held: where the hold comes from; NULL: unknown */
    const char *status;       /* and how it stands; NULL: unknown */
    /* Overwrites an entry of this version too, newer or not: it was found wrong. 0: none. */
    uint32_t instead_of;
};

struct registry_record {
    int32_t show;
    const struct registry_seat *seats;
    int count;         /* at most REGISTRY_BATCH */
    struct uuid token; /* the act's; its work locks on these seats are let go. Zero: none */
    int64_t now;
    int32_t moved[SEAT_STATUS_COUNT]; /* seats more or fewer of each status */
};

/* A seat that the registry believes to be held. */
struct registry_entry {
    int32_t seat;
    uint32_t version;
    struct uuid hold;
    int64_t expires_at;
};

struct registry_count {
    int32_t holds, seats; /* live ones */
};

/* Every seat of a show, by seat number; what a map needs apart from the drawing. */
struct registry_map {
    uint32_t show_version;
    int32_t plan_version;
    int64_t last_event;
    struct seat_state *state;
    int count; /* highest seat number + 1; a number nobody has is all zero */
};

/* What services hand out to everybody, as bytes that mean something to them alone. */
struct registry_page {
    const void *bytes;
    size_t size;
    int64_t age_ms; /* by the registry's own clock, which all services share */
};

/* A show whose messages somebody outside the house reads. */
struct registry_reader {
    char show[SLUG_TEXT];
    int64_t told; /* the last event that was published; -1: none */
};

/* What readers get: everything after one event up to another. */
struct registry_message {
    const char *show;
    int64_t since, last; /* since -1: it is the first */
    const void *bytes;
    size_t size;
};

struct registry;

/* Whatever returns bool: false when nothing (sensible) was to be had. */
struct registry_ops {
    const char *name;
    void (*record)(struct registry *, const struct registry_record *);
    bool (*list)(struct registry *, int32_t show, int64_t now, struct arena *,
                 struct registry_entry **, int *count);
    bool (*count)(struct registry *, int32_t show, int64_t now, struct registry_count *);
    /* Forgets everything about a show with seat numbers below `seats`, but its work locks. */
    void (*forget)(struct registry *, int32_t show, int32_t seats);
    void (*map_put)(struct registry *, int32_t show, const struct registry_map *);
    bool (*map_get)(struct registry *, int32_t show, struct arena *, struct registry_map *);
    void (*occupancy_put)(struct registry *, int32_t show, const int32_t seats[SEAT_STATUS_COUNT]);
    bool (*occupancy_get)(struct registry *, int32_t show, int32_t seats[SEAT_STATUS_COUNT]);
    /* Under a name, for REGISTRY_MAP_MS; an older one does not replace it. */
    void (*page_put)(struct registry *, const char *name, const struct registry_page *);
    /* One that is at most REGISTRY_MAP_MS old. */
    bool (*page_get)(struct registry *, const char *name, struct arena *, struct registry_page *);
    /* The shows that have readers, for the one service that publishes; for all others none. */
    bool (*readers)(struct registry *, const struct uuid *service, struct arena *,
                    struct registry_reader **, int *count);
    /* Publishes it if it goes on where the last one ended; *told: where that is now, -1: unknown */
    bool (*publish)(struct registry *, const struct registry_message *, int64_t *told);
    /* An event the house's log had when somebody looked last; 0: nobody has. */
    void (*mark_put)(struct registry *, int64_t event);
    bool (*mark_get)(struct registry *, int64_t *event);
    void (*close)(struct registry *);
};

struct registry {
    const struct registry_ops *ops;
};

/* Closes and nulls; NULL is fine. */
static inline void registry_close(struct registry **registry)
{
    if (*registry)
        (*registry)->ops->close(*registry);
    *registry = NULL;
}

#endif
