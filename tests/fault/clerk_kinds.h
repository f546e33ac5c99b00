/*
 * What clerks of all places share: they wish, do it until somebody knows what came of it, and look
 * round. clerk.c has the loop and the till; clerk_shop.c and clerk_door.c the other places.
 */
#ifndef LOGE_TESTS_FAULT_CLERK_KINDS_H
#define LOGE_TESTS_FAULT_CLERK_KINDS_H

#include "src/engine/desk.h"
#include "tests/fault/clerk.h"
#include "tests/fault/history.h"

enum { HOLDS_KEPT = 4 };

struct clerk_kind;

struct clerk {
    const struct clerk_job *job;
    const struct clerk_kind *kind;
    void *own;             /* the kind's */
    struct clock clock;    /* wrong by skew_ms */
    int64_t ahead_ms;      /* of the monotonic one: a while has passed */
    int64_t stopped_at;    /* ... or it stands still since; 0: it does not */
    int64_t last;          /* how far it has followed the house */
    int64_t failed, early; /* of the fast layer, as told to the board */
    int history;
    uint64_t dice;
    struct clerk_file *file; /* clerk_keeps.c; NULL: it keeps nothing */
    struct desk desk;
    struct store *truth; /* under desk.store */
    struct arena *arena; /* of one act */
    struct act_meta meta;
    struct outcome out;
    struct uuid holds[HOLDS_KEPT];
    char sales[HOLDS_KEPT][CODE_TEXT];
};

struct clerk_kind {
    void (*come_in)(struct clerk *); /* the house is open; NULL: nothing more is needed */
    /* What it wants next and the key the house knows it by; "" is nothing at the moment. */
    void (*make_wish)(struct clerk *, char wish[HISTORY_WISH], struct uuid *key);
    /* Once, under meta.key; clerk->out says what came of it. */
    void (*do_wish)(struct clerk *, const char *wish);
    const char *(*word)(const struct clerk *); /* for that, in the history; "no": nothing */
    void (*look)(struct clerk *);              /* between two acts */
    /* In the end: what it sees is what the house is. */
    bool (*agrees)(struct clerk *, struct err *);
};
extern const struct clerk_kind clerk_at_shop, clerk_at_door;

/* Ends the process with these words. */
void clerk_give_up(const char *what, const char *why) __attribute__((noreturn));
/* The house, as whoever the address names; it may be down at the moment. */
struct store *clerk_open(struct clerk *clerk, const char *url);
int clerk_roll(struct clerk *clerk, int sides);
struct uuid clerk_key(struct clerk *clerk);
void clerk_wish_seats(struct clerk *clerk, const char *verb, char wish[HISTORY_WISH]);
/* False: it has none yet. */
bool clerk_wish_hold(struct clerk *clerk, const char *verb, char wish[HISTORY_WISH]);
/* As a console does; false when the house is not to be had at the moment. */
bool clerk_follow(struct clerk *clerk, struct show *show, struct err *err);
/* ---- clerk_keeps.c: a file of its own, for a till that keeps what was acknowledged ------------
 */

void clerk_file_open(struct clerk *clerk);
void clerk_file_turn(struct clerk *clerk); /* between two acts */
void clerk_file_come_home(struct clerk *clerk);
void clerk_file_close(struct clerk *clerk);

/* Its own map and the registry are as the house is. */
bool clerk_agrees(struct clerk *clerk, struct err *err);

#endif
