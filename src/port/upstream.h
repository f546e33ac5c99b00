/*
 * The house as a till that keeps a journal reaches it: one question, one answer, as slow as a
 * network is. One upstream belongs to one thread, which may wait; the till's file belongs to
 * another, which may not (rows and messages travel between them in arenas).
 *
 * RC_TRANSIENT says that the house was not reached, or that nobody knows whether it was: the same
 * question may be put again, and changes nothing the second time.
 */
#ifndef LOGE_PORT_UPSTREAM_H
#define LOGE_PORT_UPSTREAM_H

#include "src/base/arena.h"
#include "src/base/err.h"
#include "src/domain/sync.h"
#include "src/port/replica.h"
#include "src/port/store.h"

/* A till that wants to keep a journal for the house. */
struct enrolment {
    struct uuid device;
    uint8_t public[32]; /* of the key its journal is signed with */
    char till[TILL_TEXT];
};

/* What the house made of it. */
struct enrolled {
    struct uuid house; /* in every hash of the journal's chain */
    uint16_t till;     /* seats with it as their allotment are lent to this till */
};

/*
 * Which past a house goes on from, as one word or two: another one when a standby has taken over or
 * another server has been given a backup. "": not known.
 */
enum { UPSTREAM_PAST = 48 };

/* Keys of acts, in the order in which they were done. Asked about, also what the house writes down
 * should it not know them. */
struct act_keys {
    struct uuid *at;
    int count;
    const int64_t *times;       /* when each was acknowledged; NULL: not known */
    char before[UPSTREAM_PAST]; /* the past that this till asked about last */
};

struct upstream;

struct upstream_ops {
    /* Is the house there? One round trip. */
    enum rc (*look)(struct upstream *, struct err *);
    /* Makes the till known; again with the same key changes nothing, with another one is refused.
     */
    enum rc (*enrol)(struct upstream *, const struct enrolment *, struct enrolled *, struct err *);
    /* A message of the journal's (domain/sync.h) and its answer, in the arena. */
    enum rc (*say)(struct upstream *, struct arena *, const struct sync_message *in,
                   struct sync_message *out, struct err *);
    /* The house's rows that a till goes on with: the next of them after its mark (replica.h). */
    enum rc (*pull)(struct upstream *, struct arena *, const struct replica_ask *ask,
                    struct replica_rows **out, struct err *);
    /* The past of the server that answered last; asks nobody. */
    void (*past)(struct upstream *, char out[UPSTREAM_PAST]);
    /* Which of these acts the house does not know: it went back, and writes that down
     * (office_ops.went_back). One round trip; asked twice it is written down once. */
    enum rc (*unknown)(struct upstream *, struct arena *, const struct act_keys *keys,
                       struct act_keys *out, struct err *);
    void (*close)(struct upstream *);
};

struct upstream {
    const struct upstream_ops *ops;
};

/* Closes and nulls; NULL is fine. */
static inline void upstream_close(struct upstream **upstream)
{
    if (*upstream)
        (*upstream)->ops->close(*upstream);
    *upstream = NULL;
}

#endif
