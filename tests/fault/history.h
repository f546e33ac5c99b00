/*
 * What tills asked for and what they were told: written down by each till in a file of its own,
 * before anything is sent and after everything that is heard, so that a till may be killed at any
 * moment and the file still tells what it knew.
 *
 *   call KEY TIME WISH
 *          a person asked; the wish is enough to ask again
 *   sent KEY SEAT:VERSION:FROM:TO:HOLDER...
 *          a changeset goes to the store; versions as they become
 *   said KEY SEAT:STATUS...
 *          what the answer says they have become, to who does not see what is sent
 *   told KEY TIME done|no|in|out|unknown
 *          in, out: of a ticket at the door
 *   read FROM UNTIL SEAT:VERSION:STATUS...
 *          what the store itself said
 *
 * Times are monotonic nanoseconds, one clock for all tills of the machine. One show.
 */
#ifndef LOGE_TESTS_FAULT_HISTORY_H
#define LOGE_TESTS_FAULT_HISTORY_H

#include "src/base/list.h"
#include "src/domain/changeset.h"
#include "src/domain/snapshot.h"

enum { HISTORY_WISH = 200 };

/* Nothing: not yet, or that nobody knows. */
enum told { TOLD_NOTHING, TOLD_DONE, TOLD_NO, TOLD_IN, TOLD_OUT };

/* A seat that is shown as free: it is, or the time of whoever holds it is over. */
enum { SHOWN_FREE = 99 };

/* A seat as a changeset makes it. */
struct history_step {
    int32_t seat;
    uint32_t version;
    uint8_t from, to;
    struct uuid holder;
};

/* What was sent under a key in one try. */
struct history_try {
    const struct history_step *steps;
    int count;
};

struct history_act {
    struct uuid key;
    int64_t called, answered;
    enum told told;
    bool again; /* nobody knew at first, so it was asked for again */
    char wish[HISTORY_WISH];
    LIST(struct history_try) tries;
    struct history_try said; /* of its steps the seat and what it became */
};

struct history_read {
    int64_t from, until;
    int32_t seat;
    uint32_t version;
    uint8_t status;
};

struct history {
    struct arena *arena;
    LIST(struct history_act) acts;
    LIST(struct history_read) reads;
    int unknown; /* how often nobody knew */
};

int64_t history_now(void);

/* ---- writing -------------------------------------------------------------------------------- */

/* Appends to the file; what was cut off in the middle by the end of a till is dropped. */
int history_open(const char *path);
void history_call(int fd, const struct uuid *key, const char *wish);
void history_sent(int fd, const struct changeset *cs);
void history_said(int fd, const struct uuid *key, const int32_t *seats, int count,
                  enum seat_status became);
void history_told(int fd, const struct uuid *key, const char *word);
void history_saw(int fd, int64_t from, const struct snapshot *snapshot);
/* A map on which who holds a seat too long is shown as gone. */
void history_saw_shown(int fd, int64_t from, const struct snapshot *snapshot);

/* ---- reading -------------------------------------------------------------------------------- */

/* Adds what a file says; false when a line makes no sense. */
bool history_load(struct history *history, const char *path);
bool history_line(struct history *history, const char *line);

#endif
