/*
 * A till with somebody at it, as a process of its own: holds, extends, sells, gives money back,
 * releases, sweeps and (the first one, a supervisor) frees others' seats, as its dice say. Every
 * act is written down with its key before it is done. An answer that nobody knows is asked for
 * again under the same key, and so is, after a restart, what was not answered when the till was
 * killed.
 */
#ifndef LOGE_TESTS_FAULT_CLERK_H
#define LOGE_TESTS_FAULT_CLERK_H

#include "src/port/crypt.h"
#include "tests/fault/tap.h"

/* Of the persons of a house the last ones are at doors, and at real consoles (screens.h). */
enum { CLERKS_MAX = 16, FIRST_AT_DOOR = 12, FIRST_AT_SCREEN = 14, LAST_WORDS = 400 };

#define CLERK_SHOW  "hamlet"
#define CLERK_HOUSE "house_1" /* as its consoles call it in Redis */
#define CLERK_SHOP  "shop"    /* a web shop, whose token is: */
#define CLERK_TOKEN "loge_0000000000000000000000000000000000000000000000000000000000000042"
extern uint8_t clerk_shop_secret[32]; /* TOKEN_SECRET; before any clerk begins */
enum { CLERK_KEY_SEED = 42 };         /* of the key that signs tickets */

/*
 * A shop sells over HTTP, at the service that is at a port of this machine, and knows of a
 * changeset only what it is answered. A door scans tickets that somebody has bought.
 */
enum clerk_place { CLERK_AT_TILL, CLERK_AT_SHOP, CLERK_AT_DOOR };

/* What a clerk says into the pipe, one byte each. */
enum { SAID_DONE = 'd', SAID_NO = 'n', SAID_AWAY = 'a', SAID_UNKNOWN = 'u', SAID_QUIET = 'q' };

/* What tills notice of a fast layer that is not well, or that keeps them off one another. */
struct felt {
    _Atomic int failed; /* calls without an answer */
    _Atomic int early;  /* acts it refused */
};

/* Shared by all processes. */
struct board {
    _Atomic int stop, rest; /* rest: nothing new is begun for now */
    struct tap_orders orders[CLERKS_MAX];
    struct felt felt[CLERKS_MAX];
    char last_words[CLERKS_MAX][LAST_WORDS]; /* why one gave up */
};

struct clerk_job {
    int no, person; /* its place on the board; and who it is, "clerk7" */
    enum role role;
    enum clerk_place place;
    int port;                             /* of the service, for a shop */
    char path[200], url[300], redis[160]; /* its history, and where the house is */
    char guest[300]; /* the same to who may see what was bought, which a scanner may not */
    uint64_t seed;
    bool narrow; /* one row of seats is all it wants */
    bool keeps;  /* its till has joined the house whose number this is: */
    struct uuid house;
    int64_t skew_ms; /* how wrong its clock is */
    bool timeless;   /* in the end its time stands still: it mends nothing; for controls */
    int say, go;     /* pipes: tells how it goes; readable when it is to compare its map */
    struct board *board;
};

/* What a clerk's till is known by when it joins. */
void clerk_key_of(int clerk, struct uuid *device, struct sign_key *key);

/*
 * Never returns; exits 0 when all went well and in the end its map was the house's. Until then it
 * does what every till does by itself, and nothing else: it follows, compares sums, sweeps, and
 * looks through the registry once a minute.
 */
void clerk_work(const struct clerk_job *job) __attribute__((noreturn));

#endif
