/*
 * What a till asks of its house, and the thread that asks it.
 *
 * The uplink's thread alone has the upstream and waits for it; the till's thread puts questions
 * here and takes answers, and never waits. Questions are asked in the order they were put, and
 * every one is answered, if only by why there is no answer. Memory that a question or an answer
 * points to travels with it.
 */
#ifndef LOGE_SYNC_UPLINK_H
#define LOGE_SYNC_UPLINK_H

#include "src/base/worker.h"
#include "src/port/upstream.h"

enum { UPLINK_ROOM = 16 /* questions that wait at once */ };

enum uplink_kind {
    UPLINK_LOOK,
    UPLINK_SAY,
    UPLINK_PULL,
    UPLINK_UNKNOWN,
    UPLINK_USE, /* from now on another upstream: somebody else has signed in */
};

struct uplink_ask {
    struct message head; /* the uplink's own */
    enum uplink_kind kind;
    struct arena *arena; /* comes back with the answer; NULL: a later question has it */
    struct sync_message say;
    struct replica_ask pull;
    struct act_keys keys;
    struct upstream *upstream; /* given away; NULL: nobody can ask anything any more */
};

struct uplink_answer {
    struct message head;
    enum uplink_kind kind;
    enum rc rc;
    struct err err;
    struct arena *asked; /* the question's arena */
    struct arena *arena; /* of the answer; NULL: it has none */
    struct sync_message said;
    struct replica_rows *rows;
    struct act_keys unknown;
    char past[UPSTREAM_PAST]; /* of whoever answered a look, or what is unknown */
};

/* Asks and waits, on whatever thread has the upstream; *upstream changes with UPLINK_USE. */
void uplink_do(struct upstream **upstream, const struct uplink_ask *ask,
               struct uplink_answer *answer);
/* Whoever has taken an answer in gives back what came with it. */
void uplink_answer_free(struct uplink_answer *answer);

struct uplink;

struct uplink *uplink_start(const struct clock *clock, struct err *err) MUST_USE;

/* Never waits. False: there is no room, and the question is still the caller's. */
bool uplink_send(struct uplink *uplink, const struct uplink_ask *ask) MUST_USE;
bool uplink_receive(struct uplink *uplink, struct uplink_answer *answer) MUST_USE;
int uplink_fd(const struct uplink *uplink); /* readable while there is something to receive */

/*
 * Waits for the question that is being asked; others are dropped, and the upstream is closed. NULL
 * inside is fine.
 */
void uplink_stop(struct uplink **uplink);

#endif
