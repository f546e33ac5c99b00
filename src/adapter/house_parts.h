/* Inside house_*.c: the house store itself. Nothing outside src/adapter/house_* includes this. */
#ifndef LOGE_ADAPTER_HOUSE_PARTS_H
#define LOGE_ADAPTER_HOUSE_PARTS_H

#include "src/adapter/house_map.h"
#include "src/adapter/house_store.h"

enum {
    SENT_KEYS = 64,      /* remembered: what may be a replay is not refused early */
    FRESH_MS = 5000,     /* how long the own map is believed without comparing sums */
    SURE_MS = 1000,      /* how long the store's word is the truth for a refusal */
    MEND_MS = 60000,     /* between drift checks */
    CATCH_UP_MAX = 4096, /* more changes than that: the whole map again */
    REPAIR_BLOCKS = 4,   /* more blocks than that: the whole map again */
};

struct house_store {
    struct store base; /* first: a struct store * is a struct house_store * */
    struct store_ops ops;
    struct store *inner;
    struct house_front front;
    struct clock clock;
    bool follow;
    bool keeps;        /* a show that is read whole twice in a row is followed */
    int32_t read_last; /* the show that was read whole last; 0: none */
    /* refusing early */
    struct uuid refused; /* the last act refused by the front ... */
    int refusals;        /* ... and how often */
    struct uuid sent[SENT_KEYS];
    int sent_at;
    struct lock_refusal claim; /* a hold the front told of and the store has not confirmed */
    int32_t claim_show;        /* 0: none */
    int32_t liar;              /* the show that had a lock which outlived every lock ... */
    int64_t liar_until;        /* ... and until when its locks are not waited for, monotonic */
    /* reading */
    bool hearsay;               /* the last reads of seats may have been wrong */
    bool ask_truth;             /* the next ones are the store's */
    bool show_unsure, ask_show; /* the same of a show's row */
    int64_t show_sure_at;       /* when the store said the own map's row is right, monotonic */
    struct house_map map;
    struct house_map spare; /* a whole map that was read and is not followed, perhaps not yet */
    int64_t spare_at;       /* when, monotonic */
    int32_t followed;       /* the show whose feed is heard */
    bool alive;             /* and has been all the time ... */
    bool gap;               /* ... but what happened before that was not read since */
    int64_t silent_at;      /* ... or since when it is not, monotonic */
    int64_t checked_at;     /* when sums agreed, monotonic */
    int64_t told;           /* last_event as the follower knows it */
    int64_t mark;           /* an event the log had when it was looked at last; 0: not yet */
    int64_t history;        /* which one the house had then */
    bool anew;        /* the follower needs the whole map: some seats stand as they did before */
    int watch, timer; /* epoll and timerfd; -1: none */
    int64_t mended_at;
    int64_t count_due;         /* monotonic: how full the shows are is counted anew then */
    struct house_aside *aside; /* the drift check's; NULL: none was begun */
    struct house_speed counts;
};

static inline struct house_store *house_of(struct store *store)
{
    return (struct house_store *)(void *)store;
}

static inline int64_t house_mono(const struct house_store *house)
{
    return clock_mono(&house->clock);
}

/* Is it worth telling the front anything? */
static inline bool house_awake(const struct house_store *house)
{
    return !house->front.link || redis_may_ask(house->front.link);
}

/* ---- house_apply.c -------------------------------------------------------------------------- */

enum rc house_apply(struct store *, const struct changeset *, struct apply_result *, struct err *);
enum rc house_sweep(struct store *, const struct actor *, int64_t, int, struct sweep_result *,
                    struct err *);

/* ---- house_tell.c: registry, feed and own map, after a commit ------------------------------- */

/* How a seat stands after an act. */
struct house_seat {
    int32_t show;
    struct registry_seat row;
    uint8_t from;
    struct lock_seat lock;
};
struct house_seats {
    struct house_seat *at; /* by show and number, each seat once */
    int count;
    bool locked; /* all of them, for the act */
};
struct house_seats house_final_seats(const struct house_store *house, const struct changeset *cs);
/* All seats of one show, from `first` on. */
int house_end_of_show(const struct house_seats *seats, int first);
void house_tell(struct house_store *house, const struct house_seats *seats,
                const struct uuid *token);
/* The inner store said how these stand: the own map learns, wrong claims are healed. */
void house_learn(struct house_store *house, const struct fresh_seat *seats, int count);
void house_learn_snapshot(struct house_store *house, const struct snapshot *snapshot);

/* ---- house_read.c --------------------------------------------------------------------------- */

enum rc house_map_read(struct store *, int32_t, struct arena *, struct snapshot *, struct err *);
enum rc house_rows_read(struct store *, int32_t, const char *const *, int, struct arena *,
                        struct snapshot *, struct err *);
enum rc house_show_find(struct store *, const char *, struct arena *, struct show *, bool *,
                        struct err *);
enum rc house_show_list(struct store *, int64_t, struct arena *, struct show **,
                        struct show_count **, int *, struct err *);
enum rc house_show_by_no(struct store *, int32_t, struct arena *, struct show *, bool *,
                         struct err *);
bool house_doubt(struct store *);
/* Loads or repairs the own map, so that it is what the inner store says at this moment. */
enum rc house_map_check(struct house_store *house, struct err *err) MUST_USE;
/* May the own map be read from without asking the inner store? */
bool house_map_is_fresh(struct house_store *house);
enum rc house_map_reload(struct house_store *house, int32_t show, struct err *err) MUST_USE;
/* The same without reading, of a map that was read whole a moment ago; false: none was. What has
 * happened since is in the store's log. */
bool house_map_take_spare(struct house_store *house, int32_t show);

/* ---- house_aside.c: the drift check, on a thread of its own --------------------------------- */

/* Begins one; false: it cannot have lines of its own. */
bool house_aside_check(struct house_store *house);
/* Counts the one that is done by now. */
void house_aside_collect(struct house_store *house);
void house_aside_end(struct house_store *house);

/* ---- house_history.c ------------------------------------------------------------------------ */

/* Was a backup restored since somebody looked? Then whatever is known from later is forgotten. */
void house_history_check(struct house_store *house);

/* ---- house_follow.c ------------------------------------------------------------------------- */

enum rc house_seats_since(struct store *, int32_t, int64_t, int, struct arena *,
                          struct fresh_seat **, int *, int64_t *, struct err *);
int house_watch_fd(struct store *);
enum rc house_watch_open(struct house_store *house, struct err *err) MUST_USE;
void house_watch_close(struct house_store *house);
enum rc house_start_following(struct house_store *house, int32_t show, struct err *err) MUST_USE;
/* Takes what the feed has to say; house->alive tells whether it was there all the time. */
void house_hear(struct house_store *house);

#endif
