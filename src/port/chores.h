/*
 * What the house's background workers need of its database: a row that says they live, whose turn
 * it is to serve a waiting list, and how full the shows were.
 *
 * Functions of a store (store_ops.chores; NULL: a house of one till, which has no workers). Rows
 * live in the caller's arena. Each change is one transaction.
 */
#ifndef LOGE_PORT_CHORES_H
#define LOGE_PORT_CHORES_H

#include "src/base/err.h"
#include "src/domain/entity.h"
#include "src/domain/seat.h"

enum { WORKER_TEXT = 24, INSTANCE_TEXT = 64, FAULT_TEXT = 200, WORKER_BEAT_MS = 30000 };

struct worker_row {
    char worker[WORKER_TEXT];
    char instance[INSTANCE_TEXT]; /* host and process */
    int64_t started_at;
    int64_t beat_at, age_ms; /* filled in by reads */
    int64_t runs, done, failures;
    char fault[FAULT_TEXT]; /* what the last run failed with; "": it went well */
};

/* Its program died without a word, or cannot reach the house: three beats were missed. */
static inline bool worker_is_late(const struct worker_row *row)
{
    return row->age_ms > 3 * WORKER_BEAT_MS;
}

/* Those whom the database shows these rows. */
static inline bool worker_seen_by(enum role role)
{
    return role == ROLE_SUPERVISOR || role == ROLE_MANAGER || role == ROLE_SERVICE;
}

struct wait_rule {
    bool sells;       /* an order to be paid at the counter, instead of an offer that ends */
    int64_t offer_ms; /* how long an offer stands; 0: as long as a hold of the show */
};

struct wait_turn {
    int32_t show;
    char show_id[SLUG_TEXT];
    struct wait_rule rule;
};

/* What waits in the house for somebody, by what it waits for. */
enum waits_for {
    WAITS_FOR_SEATS,    /* people on a waiting list */
    WAITS_FOR_ANSWER,   /* people who were offered seats */
    WAITS_FOR_SENDER,   /* letters */
    WAITS_FOR_REQUEUE,  /* dead letters */
    WAITS_FOR_MONEY,    /* payments by a provider */
    WAITS_FOR_DECISION, /* conflicts */
    WAITS_FOR_READMIT,  /* tills whose journal is shut out */
    WAITS_FOR_HEARING,  /* messages of the provider that fit no payment */
    WAITS_FOR_SETTLING, /* the house went back */
    WAITS_COUNT
};

struct occupancy_point {
    int64_t at; /* the beginning of a minute */
    int32_t seats[SEAT_STATUS_COUNT];
};

/* From `from` on, before `until` (0: all there is). most: so many points, evenly spaced, are
 * enough; 0: each. */
struct occupancy_span {
    int64_t from, until;
    int most;
};

/* One series of one till, as /metrics of a service would name it: loge_holds_total{method="redis"}.
 */
enum { SERIES_TEXT = 121 };
struct till_count {
    char till[TILL_TEXT];
    char series[SERIES_TEXT];
    int64_t value; /* thousandths, when the name ends with _seconds_sum */
};

struct store;

struct chores_ops {
    /* stays: false with the last one, which takes the row away. */
    enum rc (*beat)(struct store *, const struct worker_row *, bool stays, struct err *);
    enum rc (*workers)(struct store *, struct arena *, struct worker_row **, int *, struct err *);
    /* When the next open hold is over, in ms from now; negative: it is over. -1 and found false:
     * nothing is held. */
    enum rc (*next_expiry)(struct store *, int64_t *in_ms, bool *found, struct err *);
    /* The shows with somebody waiting that this instance serves, for so long; no other one does. */
    enum rc (*wait_turns)(struct store *, const char *instance, int64_t lease_ms, struct arena *,
                          struct wait_turn **, int *, struct err *);
    enum rc (*wait_rule_put)(struct store *, int32_t show, const struct wait_rule *, struct err *);
    enum rc (*wait_rule)(struct store *, int32_t show, struct wait_rule *, struct err *);
    enum rc (*waits)(struct store *, int64_t counts[WAITS_COUNT], struct err *);
    /* Once a minute, whoever comes first; *shows: how many were counted. */
    enum rc (*count_occupancy)(struct store *, int *shows, struct err *);
    /* By time. */
    enum rc (*occupancy)(struct store *, int32_t show, const struct occupancy_span *,
                         struct arena *, struct occupancy_point **, int *, struct err *);
    /* What this till has counted since it last said so; series and values apart by blanks. */
    enum rc (*count_till)(struct store *, const char *series, const char *values, struct err *);
    /* Of all tills, those of a series together. */
    enum rc (*till_counts)(struct store *, struct arena *, struct till_count **, int *,
                           struct err *);
};

#endif
